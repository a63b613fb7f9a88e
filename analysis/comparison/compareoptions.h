#pragma once

#include "analysis/run/xaxis.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace tachograph {

/// How two runs are to be compared. The defaults are what `tachograph diff A B` does.
struct CompareOptions {
    std::optional<XAxis> axis;                     ///< nothing = the proposed one
    double offset = 0.0;                           ///< B is moved right by this many units of the axis
    std::optional<double> rangeMin, rangeMax;      ///< in units of the axis; nothing = open
    std::optional<std::size_t> attemptA, attemptB; ///< only this attempt of a side, from 0; nothing = what all of its
                                                   ///< attempts say, each step by the last that has it
    std::optional<std::pair<std::int64_t, std::int64_t>> printedAt; ///< steps of A and B whose printed averages are
                                                                    ///< quoted; nothing = the last steps
    bool leaveOutEvents = true; ///< checkpoint and evaluation steps and their neighbours out of the statistics
    double threshold = 0.03;    ///< smallest effect that gets a verdict
    std::size_t draws = 2000;   ///< of the block bootstrap
    std::uint64_t seed = 1;
};

} // namespace tachograph
