#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tachograph {

/// How the rows of a second recording of the same run lie among those of the first. New rows are counted in the order
/// in which they were logged.
struct RowPlan {
    static constexpr std::uint32_t none = 0xFFFFFFFFu;

    std::size_t count = 0;             ///< rows of both together
    std::vector<std::uint32_t> mine;   ///< the new row of each row of the first, ascending
    std::vector<std::uint32_t> theirs; ///< the new row of each row of the second; none: it has no place
    /// The rows of the second are steps of the training, so that stamps, marks of attempts and notes are of use; else
    /// they are samples over time, and only their values and events are taken.
    bool theirRowsAreSteps = true;
    /// Seconds that the clock of the second is ahead of the first; NaN: not known, so its time stamps are not taken
    /// where the first has some.
    double clockAhead = std::numeric_limits<double>::quiet_NaN();
};

} // namespace tachograph
