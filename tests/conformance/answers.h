#pragma once

#include "analysis/importers/openrun.h"

#include <QString>

#include <string>
#include <string_view>

namespace tachograph::tests {

/// Everything the program makes of one input, as a text for people to review and for tests to compare with: of each run
/// its series, events, settings, issues and notes, and what every detector said. Numbers are rounded, so that another
/// compiler or another optimisation writes the same.
///
///     run NAME, format FORMAT: 8 rows, 8 steps from 1 to 8, 1 attempt
///       series loss | role loss | unit | 8 values, 1 not finite, 0 missing | first 2.5, last 2.1, median 2.3
///       event checkpoint step 5: saved
///       THROUGHPUT_ROT clear: sentence
std::string answerOf(const Result<std::vector<RunPtr>>& runs);

/// The comparison of two recordings as `tachograph diff` prints it, with its findings.
std::string comparisonAnswer(const RunPtr& a, const RunPtr& b);

/// What a session file holds: its runs, and the notes on them.
std::string sessionAnswer(std::string_view bytes);

/// Lines of `expected` that are not in `actual` with "- ", new ones with "+ ", two equal lines around each change with
/// "  "; empty when both are equal.
std::string lineDifference(const std::string& expected, const std::string& actual);

} // namespace tachograph::tests
