#pragma once

#include "analysis/run/stepvalues.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace tachograph {

/// The last attempt of a training beside an earlier one, at equal distance from their starts: both by the steps in the
/// second half of the first `steps`, so that a slow start is in neither and a long one is as far along in both.
struct EqualDistance {
    std::uint32_t earlier = 0, last = 0;      ///< the two attempts
    std::size_t steps = 0;                    ///< from the start of either
    double before = 0, now = 0;               ///< medians of the pace in the earlier and in the last attempt
    double late = 0;                          ///< median of the second half of all of the last attempt
    bool covers = false;                      ///< the last attempt has no further steps
    std::int64_t firstStep = 0, lastStep = 0; ///< of the last attempt
    [[nodiscard]] double ratio() const { return now / before; }
};

/// Of all earlier attempts of the training the one that makes the most of the last attempt's distance look slow.
/// Nothing for fewer than two attempts, or fewer than 10 steps with a value in both. `values` with superseded steps in
/// (they were run too); `pace` maps a value to something that is better when it is higher.
std::optional<EqualDistance> atEqualDistance(const StepValues& values, double (*pace)(double));

} // namespace tachograph
