#include "analysis/detectors/stretch.h"

#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tachograph {

Stretch stretchAround(const Run& run, const Series& series, std::uint32_t row, std::size_t most) {
    std::size_t first = 0;
    if (series.rows.empty())
        first = std::min<std::size_t>(std::size_t{row} + 1, series.size());
    else
        first = static_cast<std::size_t>(std::ranges::upper_bound(series.rows, row) - series.rows.begin());
    const std::uint32_t attempt = run.rows().attempt[row];
    const auto usable = [&](std::size_t i) {
        return run.rows().attempt[series.rowOf(i)] == attempt;
    };
    std::vector<double> before, after;
    for (std::size_t i = first; i > 0 && before.size() < most && usable(i - 1); --i)
        if (std::isfinite(series.values[i - 1]))
            before.push_back(series.inUnit(i - 1));
    for (std::size_t i = first + (series.derived ? 1 : 0); i < series.size() && after.size() < most && usable(i); ++i)
        if (std::isfinite(series.values[i]))
            after.push_back(series.inUnit(i));
    return {numerics::median(before), numerics::median(after), before.size(), after.size()};
}

const Series* paceSeries(const Run& run) {
    for (const char* role : {roles::drafterRate, roles::throughput, roles::stepsPerHour}) {
        const Series* series = run.forRole(role);
        if (series && series->averaging == Averaging::current && series->size() > 0)
            return series;
    }
    return nullptr;
}

} // namespace tachograph
