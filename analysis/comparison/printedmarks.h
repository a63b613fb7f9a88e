#pragma once

#include "analysis/comparison/etacheck.h"
#include "analysis/comparison/metriccomparison.h"
#include "analysis/comparison/steadyrows.h"
#include "analysis/run/run.h"

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace tachograph {

/// What somebody who looks at B in between reads from its console, beside what A had printed by its end.
struct PrintedMark {
    double elapsed = std::numeric_limits<double>::quiet_NaN(); ///< since B's process started, s; NaN = B's last step
    PrintedPair againstQuoted;                ///< A's quoted value: in general at another distance from the start
    std::optional<PrintedPair> equalDistance; ///< A's at B's distance; nothing when A printed none there
    EtaPoint eta;                             ///< B's
};

/// Averages since the start of a role at the first steps that B began 1, 2, 4, 8, ... minutes after its start, and at
/// its last step, in range. Empty when they are not printed in both, or when B has no elapsed stamps.
///
/// A printed change depends on when it is read, and nothing in a recording says when that was: of a run that has just
/// begun it is an early line, of the baseline it is the last. No single pair is therefore the right one to quote, and
/// the few lines that would have been read stand side by side.
std::vector<PrintedMark> printedMarks(const Run& a, std::int64_t quotedStepA, const Run& b, const SteadyRows& rowsB,
                                      const RowFilter& inRangeB, std::string_view role);

} // namespace tachograph
