#include "analysis/comparison/bottleneck.h"

#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

double largest(const Run* run, const std::string& key) {
    double most = 0.0;
    if (const Series* series = run ? run->forKey(key) : nullptr)
        for (const double value : series->values)
            most = std::isfinite(value) ? std::max(most, value) : most;
    return most;
}

} // namespace

std::string fullQueue(const Run& run, const SteadyRows& rows, const Run* other) {
    constexpr double full = 0.98, often = 0.8;
    for (const Series& series : run.series()) {
        if (!series.role.starts_with(roles::queuePrefix) || series.role.find("pre") != std::string::npos)
            continue;
        const double most = std::max(largest(&run, series.key), largest(other, series.key));
        const StepValues values = stepValues(run, series, Include::current);
        std::size_t steps = 0, filled = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!rows.use[values.row[i]] || !std::isfinite(values.value[i]))
                continue;
            ++steps;
            filled += values.value[i] >= full * most ? 1 : 0;
        }
        if (most > 1.0 && steps > 0 && static_cast<double>(filled) > often * static_cast<double>(steps))
            return series.key;
    }
    return {};
}

} // namespace tachograph
