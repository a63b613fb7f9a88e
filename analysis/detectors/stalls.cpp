#include "analysis/detectors/stalls.h"

#include "analysis/detectors/steptimetrend.h"
#include "analysis/numerics/hampel.h"
#include "analysis/numerics/hypergeometric.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

namespace tachograph {

namespace {

constexpr std::size_t window = 51;
constexpr double outlier = 4.0;
constexpr double visible = 0.05; // of a usual step: smaller gaps are rounding of the stamps

/// One kind of place along the run, by ascending step. `step` is the last step before the end of it.
struct Places {
    explicit Places(std::size_t most) {
        step.reserve(most);
        seconds.reserve(most);
        weight.reserve(most);
    }

    std::vector<std::int64_t> step;
    std::vector<double> seconds;
    std::vector<double> weight; ///< steps that a value stands for

    void add(std::int64_t atStep, double itsSeconds, double itsWeight) {
        step.push_back(atStep);
        seconds.push_back(itsSeconds);
        weight.push_back(itsWeight);
    }

    /// Log order is ascending unless attempts log different steps of the same stretch.
    void sort() {
        if (std::ranges::is_sorted(step))
            return;
        std::vector<std::size_t> order(step.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return step[i]; });
        Places sorted(step.size());
        for (const std::size_t i : order)
            sorted.add(step[i], seconds[i], weight[i]);
        *this = std::move(sorted);
    }
};

Places stepsOf(const StepValues& values) {
    Places places(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values.value[i]) || values.value[i] <= 0)
            continue;
        const bool follows = !places.step.empty() && values.step[i] > places.step.back();
        places.add(values.step[i], values.value[i], follows ? stepDistance(places.step.back(), values.step[i]) : 1.0);
    }
    // A hole in the recording is not a long step: nothing stands for more steps than usual.
    const double usual = places.weight.empty() ? 1.0 : numerics::median(places.weight);
    for (double& weight : places.weight)
        weight = std::min(weight, usual);
    places.sort();
    return places;
}

/// Time between the ends of neighbouring steps minus the step times in between.
Places gapsOf(const Run& run, const StepValues& values) {
    Places places(values.size());
    for (std::size_t i = 1; i < values.size(); ++i) {
        const double steps = stepDistance(values.step[i - 1], values.step[i]);
        const double seconds = run.rows().timeOf(values.row[i]) - run.rows().timeOf(values.row[i - 1]);
        const double gap = seconds - steps * values.value[i];
        if (values.attempt[i] != values.attempt[i - 1] || steps < 1 || !std::isfinite(gap))
            continue;
        places.add(values.step[i], gap, 1.0);
    }
    places.sort();
    return places;
}

/// How far each place is above what is usual around it; 0 for places that are not slow.
std::vector<double> excesses(const Places& places, double least, const Job& job) {
    const numerics::LocalSpread spread = numerics::localSpread(places.seconds, window, least, job);
    std::vector<double> excess(places.seconds.size(), 0.0);
    for (std::size_t i = 0; i < excess.size(); ++i) {
        const double above = places.seconds[i] - spread.median[i];
        if (above > std::max(outlier * spread.mad[i], least))
            excess[i] = above * places.weight[i];
    }
    return excess;
}

/// Counts slow places `later` places after each checkpoint.
StallCoincidence coincide(const Places& places, const std::vector<double>& excess,
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
StallCoincidence bestCoincidence(const Places& places, double least, std::span<const std::int64_t> checkpoints,
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

std::vector<std::int64_t> checkpointSteps(const Run& run) {
    std::vector<std::int64_t> steps;
    for (const Event& event : run.events()) {
        const bool superseded = event.row && *event.row < run.rows().size() && run.rows().isSuperseded(*event.row);
        if (event.kind == EventKind::checkpoint && event.step && !superseded)
            steps.push_back(*event.step);
    }
    std::ranges::sort(steps);
    steps.erase(std::ranges::unique(steps).begin(), steps.end());
    return steps;
}

Stalls findStalls(const Run& run, const Series& stepTime, const Job& job) {
    const std::vector<std::int64_t> checkpoints = checkpointSteps(run);
    const StepValues values = stepValues(run, stepTime, Include::current, job);
    Stalls stalls;
    if (job.canceled())
        return stalls;
    const Places steps = stepsOf(values);
    if (job.canceled())
        return stalls;
    stalls.steps = steps.step.size();
    for (std::size_t i = 0; i < stalls.steps; ++i)
        stalls.stepSeconds += steps.seconds[i] * steps.weight[i];
    if (stalls.steps == 0 || job.canceled())
        return stalls;
    const double least = visible * numerics::median(steps.seconds);
    stalls.inside = bestCoincidence(steps, least, checkpoints, StallPlace::insideStep, job);
    if (job.canceled())
        return stalls;
    const Places gaps = gapsOf(run, values);
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
    const Places steps = stepsOf(values);
    for (std::size_t i = 0; i < steps.step.size(); ++i)
        pauses.seconds += steps.seconds[i] * steps.weight[i];
    const Places gaps = job.canceled() ? Places(0) : gapsOf(run, values);
    pauses.looked = gaps.step.size();
    if (steps.step.empty() || gaps.step.empty() || job.canceled())
        return pauses;
    const std::vector<double> excess = excesses(gaps, visible * numerics::median(steps.seconds), job);
    for (std::size_t i = 0; i < excess.size(); ++i) {
        if (excess[i] <= 0)
            continue;
        pauses.list.push_back({i == 0 ? gaps.step[i] : gaps.step[i - 1], gaps.step[i], excess[i]});
        pauses.seconds += excess[i];
    }
    return pauses;
}

} // namespace tachograph
