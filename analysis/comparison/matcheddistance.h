#pragma once

#include "analysis/comparison/steadyrows.h"
#include "analysis/run/run.h"

#include <cstddef>
#include <optional>
#include <string>

namespace tachograph {

/// Increments of both runs at equal distance from the start or resume: what can be said after a few steps. A longer
/// start-up does not enter.
struct MatchedDistance {
    double from = 0.0, distance = 0.0;          ///< steps since the start from and up to which both were compared
    double factor = 0.0, low = 0.0, high = 0.0; ///< rate of B over rate of A; interval by the resolution of the stamps
    std::size_t slower = 0, of = 0;             ///< increments of B that took longer than A's at the same distance
    double pSign = 1.0;                         ///< two-sided sign test
    bool lowEvidence = true;                    ///< fewer than 20 increments
    bool fromStamps = true;                     ///< elapsed stamps; else logged step times
    std::string text;
};

/// Elapsed stamps of the last attempts at rows in range, else logged step times from the second step on. Nothing
/// without either in both.
std::optional<MatchedDistance> matchedDistance(const Run& a, const RowFilter& inRangeA, const Run& b,
                                               const RowFilter& inRangeB);

} // namespace tachograph
