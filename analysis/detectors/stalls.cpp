#include "analysis/detectors/stalls.h"

#include "analysis/numerics/hypergeometric.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

namespace tachograph {

namespace {

/// Counts slow places `later` places after each checkpoint.
StallCoincidence coincide(const StepTimes::Places& places, std::span<const std::int64_t> checkpoints,
                          std::size_t later) {
    const auto& [all, slow] = places;
    StallCoincidence result;
    result.looked = all.size();
    result.slow = slow.size();
    std::size_t last = std::numeric_limits<std::size_t>::max();
    for (const std::int64_t checkpoint : checkpoints) {
        const auto found = std::ranges::lower_bound(all.step, checkpoint);
        const auto rank = static_cast<std::size_t>(found - all.step.begin()) + later;
        if (rank >= all.size() || rank == last)
            continue;
        last = rank;
        ++result.checkpoints;
        const auto place = std::ranges::lower_bound(slow, rank, {}, &SlowPlace::place);
        if (place == slow.end() || place->place != rank)
            continue;
        result.steps.push_back(checkpoint);
        result.seconds.push_back(place->excess);
    }
    result.expected = result.looked == 0
                          ? 0.0
                          : static_cast<double>(result.checkpoints * result.slow) / static_cast<double>(result.looked);
    result.p = std::min(
        1.0, 2.0 * numerics::hypergeometricTail(result.steps.size(), result.looked, result.slow, result.checkpoints));
    return result;
}

/// A checkpoint may be written before or after its step is logged: the better of both.
StallCoincidence bestCoincidence(const StepTimes::Places& places, std::span<const std::int64_t> checkpoints,
                                 StallPlace place) {
    StallCoincidence at = coincide(places, checkpoints, 0);
    StallCoincidence after = coincide(places, checkpoints, 1);
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

Stalls findStalls(const StepTimes& stepTimes, const Job& job) {
    const std::vector<std::int64_t> checkpoints = checkpointSteps(stepTimes.run());
    Stalls stalls;
    const StepTimes::Places& steps = stepTimes.steps(job);
    if (job.canceled())
        return stalls;
    stalls.steps = steps.all.size();
    stalls.stepSeconds = steps.all.total();
    if (stalls.steps == 0)
        return stalls;
    stalls.inside = bestCoincidence(steps, checkpoints, StallPlace::insideStep);
    const StepTimes::Places& gaps = stepTimes.gaps(job);
    if (!job.canceled())
        stalls.outside = bestCoincidence(gaps, checkpoints, StallPlace::outsideStep);
    return stalls;
}

Pauses findPauses(const StepTimes& stepTimes, const Job& job) {
    Pauses pauses;
    const TimedPlaces& steps = stepTimes.steps(job).all;
    const StepTimes::Places& gaps = stepTimes.gaps(job);
    if (job.canceled())
        return pauses;
    pauses.seconds = steps.total();
    pauses.looked = gaps.all.size();
    if (steps.step.empty())
        return pauses;
    for (const auto& [place, excess] : gaps.slow) {
        pauses.list.push_back({gaps.all.step[place == 0 ? place : place - 1], gaps.all.step[place], excess});
        pauses.seconds += excess;
    }
    return pauses;
}

} // namespace tachograph
