#pragma once

#include "analysis/comparison/comparisonset.h"

#include <string>

namespace tachograph {

/// Comparisons for a terminal, one after the other: headline, alignment, table of metrics, where the difference comes
/// from, settings that differ, findings. Every text of a recording is made plain. Ends with a newline.
std::string diffText(const ComparisonSet& set);

} // namespace tachograph
