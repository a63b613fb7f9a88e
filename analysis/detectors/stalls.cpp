#include "analysis/detectors/stalls.h"

#include "analysis/numerics/hypergeometric.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

namespace tachograph {

namespace {

/// Counts slow places `later` places after each checkpoint.
StallCoincidence coincide(const TimedPlaces& places, const std::vector<double>& excess,
                          std::span<const std::int64_t> checkpoints, std::size_t later) {
    StallCoincidence result;
    result.looked = places.step.size();
    result.slow = static_cast<std::size_t>(std::ranges::count_if(excess, [](double e) { return e > 0; }));
    std::size_t last = std::numeric_limits<std::size_t>::max();
    for (const std::int64_t checkpoint : checkpoints) {
        const auto found = std::ranges::lower_bound(places.step, checkpoint);
        const auto rank = static_cast<std::size_t>(found - places.step.begin()) + later;
        if (rank >= places.step.size() || rank == last)
            continue;
        last = rank;
        ++result.checkpoints;
        if (excess[last] <= 0)
            continue;
        result.steps.push_back(checkpoint);
        result.seconds.push_back(excess[last]);
    }
    result.expected = result.looked == 0
                          ? 0.0
                          : static_cast<double>(result.checkpoints * result.slow) / static_cast<double>(result.looked);
    result.p = std::min(
        1.0, 2.0 * numerics::hypergeometricTail(result.steps.size(), result.looked, result.slow, result.checkpoints));
    return result;
}

/// A checkpoint may be written before or after its step is logged: the better of both.
StallCoincidence bestCoincidence(const TimedPlaces& places, double least, std::span<const std::int64_t> checkpoints,
                                 StallPlace place, const Job& job) {
    const std::vector<double> excess = excesses(places, least, job);
    StallCoincidence at = coincide(places, excess, checkpoints, 0);
    StallCoincidence after = coincide(places, excess, checkpoints, 1);
    StallCoincidence best = after.steps.size() > at.steps.size() ? std::move(after) : std::move(at);
    best.place = place;
    return best;
}

} // namespace

double StallCoincidence::total() const {
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

double Stalls::share(bool withInside, bool withOutside) const {
    const double stalls = (withInside ? inside.total() : 0.0) + (withOutside ? outside.total() : 0.0);
    const double all = stepSeconds + outside.total();
    return all > 0 ? stalls / all : 0.0;
}

Stalls findStalls(const Run& run, const Series& stepTime, const Job& job) {
    const std::vector<std::int64_t> checkpoints = checkpointSteps(run);
    const StepValues values = stepValues(run, stepTime, Include::current, job);
    Stalls stalls;
    if (job.canceled())
        return stalls;
    const TimedPlaces steps = timedSteps(values);
    if (job.canceled())
        return stalls;
    stalls.steps = steps.step.size();
    for (std::size_t i = 0; i < stalls.steps; ++i)
        stalls.stepSeconds += steps.seconds[i] * steps.weight[i];
    if (stalls.steps == 0 || job.canceled())
        return stalls;
    const double least = leastExcess(steps);
    stalls.inside = bestCoincidence(steps, least, checkpoints, StallPlace::insideStep, job);
    if (job.canceled())
        return stalls;
    const TimedPlaces gaps = timedGaps(run, values);
    if (job.canceled())
        return stalls;
    stalls.outside = bestCoincidence(gaps, least, checkpoints, StallPlace::outsideStep, job);
    return stalls;
}

Pauses findPauses(const Run& run, const Series& stepTime, const Job& job) {
    Pauses pauses;
    const StepValues values = stepValues(run, stepTime, Include::current, job);
    if (job.canceled())
        return pauses;
    const TimedPlaces steps = timedSteps(values);
    for (std::size_t i = 0; i < steps.step.size(); ++i)
        pauses.seconds += steps.seconds[i] * steps.weight[i];
    const TimedPlaces gaps = job.canceled() ? TimedPlaces{} : timedGaps(run, values);
    pauses.looked = gaps.step.size();
    if (steps.step.empty() || gaps.step.empty() || job.canceled())
        return pauses;
    const std::vector<double> excess = excesses(gaps, leastExcess(steps), job);
    for (std::size_t i = 0; i < excess.size(); ++i) {
        if (excess[i] <= 0)
            continue;
        pauses.list.push_back({i == 0 ? gaps.step[i] : gaps.step[i - 1], gaps.step[i], excess[i]});
        pauses.seconds += excess[i];
    }
    return pauses;
}

} // namespace tachograph
