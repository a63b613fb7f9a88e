#include "analysis/attribution/steprange.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace tachograph {

StepRange stepsWithin(const Run& run, XAxis axis, double from, double to) {
    StepRange range{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    const std::vector<double> positions = positionsOnAxis(run, axis);
    for (std::size_t row = 0; row < positions.size(); ++row) {
        if (!(positions[row] >= from && positions[row] <= to) || run.rows().isSuperseded(row))
            continue;
        range.first = std::min(range.first, run.rows().step[row]);
        range.last = std::max(range.last, run.rows().step[row]);
    }
    return range;
}

} // namespace tachograph
