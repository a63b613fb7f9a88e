#pragma once

#include "analysis/comparison/comparisonset.h"
#include "analysis/report/document.h"

#include <string>
#include <vector>

/// What is said of more than two runs: each against the baseline A, the others lettered B, C, D, ... in their order.
namespace tachograph {

/// "B" for the first comparison, "C" for the second, ...
std::string runLetter(std::size_t comparison);

/// One row a metric that any of them has, one column a run: A's median, then each other's with its change and verdict.
Table setTable(const ComparisonSet& set);

/// One sentence for each run after B, then the revert and the noise floors. Empty for two runs without any.
std::vector<std::string> setSentences(const ComparisonSet& set);

} // namespace tachograph
