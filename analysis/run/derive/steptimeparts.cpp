#include "analysis/run/derive/derivation.h"
#include "analysis/run/derive/derivations.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>

namespace tachograph::derive {

namespace {

std::string keysOf(const std::vector<const Series*>& series) {
    std::string keys;
    for (const Series* one : series)
        keys += (keys.empty() ? "" : " + ") + one->key;
    return keys;
}

} // namespace

std::vector<Series> stepsPerHour(const Run& run, Notes&) {
    const Series* stepTime = current(run, roles::stepTime);
    if (!stepTime || current(run, roles::stepsPerHour))
        return {};
    constexpr double secondsAnHour = 3600.0;
    Series series = make("steps per hour", roles::stepsPerHour,
                         "3,600 s / step time" + (stepTime->derived ? " " + stepTime->how : std::string()));
    for (std::size_t i = 0; i < stepTime->size(); ++i) {
        const double seconds = stepTime->inUnit(i);
        if (!(seconds > 0.0))
            continue;
        const double rate = secondsAnHour / seconds;
        if (stepTime->uncertainty.empty())
            append(series, stepTime->rowOf(i), rate);
        else
            append(series, stepTime->rowOf(i), rate, rate * stepTime->uncertainty[i] / stepTime->values[i]);
    }
    return {std::move(series)};
}

std::vector<Series> otherTime(const Run& run, Notes&) {
    const auto phases = furtherPhases(run);
    if (phases.empty() || run.forRole(roles::otherTime))
        return {};
    Series series = make("other phases", roles::otherTime, keysOf(phases));
    const StepSums sums = sumPerStep(run, phases);
    for (std::size_t step = 0; step < sums.sum.size(); ++step)
        if (sums.whole[step])
            append(series, sums.lastRow[step], sums.sum[step]);
    return {std::move(series)};
}

std::vector<Series> unaccountedTime(const Run& run, Notes&) {
    std::vector<const Series*> parts;
    for (const char* role : {roles::generationTime, roles::optimizationTime})
        if (const Series* part = current(run, role))
            parts.push_back(part);
    for (const Series* phase : furtherPhases(run))
        parts.push_back(phase);
    const Series* stepTime = current(run, roles::stepTime);
    if (!stepTime || stepTime->derived || parts.empty() || run.forRole(roles::unaccountedTime))
        return {};
    Series series = make("unaccounted", roles::unaccountedTime, stepTime->key + " - (" + keysOf(parts) + ")");
    const StepSums sums = sumPerStep(run, parts);
    const StepValues times = stepValues(run, *stepTime, Include::all);
    for (std::size_t i = 0; i < times.size(); ++i) {
        const std::uint32_t step = sums.stepOf[times.row[i]];
        if (sums.whole[step])
            append(series, std::max(times.row[i], sums.lastRow[step]), times.value[i] - sums.sum[step]);
    }
    return {std::move(series)};
}

} // namespace tachograph::derive
