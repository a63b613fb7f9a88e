#include "models/slowsteps.h"

#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>

namespace tachograph::models {

std::vector<std::int64_t> slowSteps(const Run& run) {
    const Series* series = run.forRole(roles::stepTime);
    if (!series)
        return {};
    std::vector<std::int64_t> steps;
    std::vector<double> times;
    const StepValues values = stepValues(run, *series, Include::current);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values.value[i]))
            continue;
        steps.push_back(values.step[i]);
        times.push_back(values.value[i]);
    }
    std::vector<double> above = numerics::runningMedian(times, 51);
    for (std::size_t i = 0; i < times.size(); ++i)
        above[i] = times[i] - above[i];
    const double limit = 4.0 * numerics::scaledMad(above);
    std::vector<std::int64_t> slow;
    for (std::size_t i = 0; i < times.size(); ++i)
        if (above[i] > limit)
            slow.push_back(steps[i]);
    std::ranges::sort(slow);
    return slow;
}

} // namespace tachograph::models
