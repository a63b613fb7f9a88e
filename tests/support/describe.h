#pragma once

#include "analysis/importers/openrun.h"

#include <string>
#include <vector>

namespace tachograph::tests {

/// What was read, as a text to compare with:
///
///     NAME: 1 2@100 3+60/60 | 2 3     steps in log order, time stamp behind @, elapsed seconds and their resolution
///     behind
///                                     +, attempts separated by |
///       loss: 2.5 nan null -          a series: one column a row; null: the row says "no value"; -: not logged
///       !checkpoint 50 saved (8 s)    an event with step, text and duration
///       config lr = 0.1               settings, then "env torch = 2.9"
///       issue line 3: Sentence.
///       note: Sentence.
///
/// Derived series are left out.
std::string describe(const std::vector<RunPtr>& runs);

/// The same for the outcome of opening something: the error's sentence, or the runs.
std::string describe(const Result<std::vector<RunPtr>>& runs);

} // namespace tachograph::tests
