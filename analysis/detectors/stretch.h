#pragma once

#include "analysis/core/job.h"
#include "analysis/run/run.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace tachograph {

/// Medians of a series on both sides of a row.
struct Stretch {
    double before = 0, after = 0; ///< in the unit of the role; NaN without values
    std::size_t countBefore = 0, countAfter = 0;

    [[nodiscard]] double ratio() const { return after / before; }
};

/// Up to `most` finite values of the attempt on either side of `row` (the row itself counts as before). The first value
/// behind it is left out of a derived series: it stands for a window that reaches back.
Stretch stretchAround(const Run& run, const Series& series, std::uint32_t row, std::size_t most);

/// The best measure of pace that is logged or derived and current: the drafter's rate, the throughput, steps per hour;
/// nullptr when there is none. All of them are the better the higher.
const Series* paceSeries(const Run& run);

} // namespace tachograph
