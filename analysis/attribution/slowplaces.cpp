#include "analysis/attribution/slowplaces.h"

#include "analysis/attribution/ordinarysteps.h"
#include "analysis/numerics/hampel.h"
#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tachograph {

namespace {

constexpr std::size_t window = 51;
constexpr double outlier = 4.0;
constexpr double visible = 0.05; // of a usual step

TimedPlaces placesFor(std::size_t most) {
    TimedPlaces places;
    places.step.reserve(most);
    places.seconds.reserve(most);
    places.weight.reserve(most);
    places.index.reserve(most);
    return places;
}

void add(TimedPlaces& places, std::int64_t step, double seconds, double weight, std::size_t index) {
    places.step.push_back(step);
    places.seconds.push_back(seconds);
    places.weight.push_back(weight);
    places.index.push_back(static_cast<std::uint32_t>(index));
}

/// Log order is ascending unless attempts log different steps of the same stretch.
void sort(TimedPlaces& places) {
    if (std::ranges::is_sorted(places.step))
        return;
    std::vector<std::size_t> order(places.step.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return places.step[i]; });
    TimedPlaces sorted = placesFor(order.size());
    for (const std::size_t i : order)
        add(sorted, places.step[i], places.seconds[i], places.weight[i], places.index[i]);
    places = std::move(sorted);
}

} // namespace

TimedPlaces timedSteps(const StepValues& stepTimes) {
    TimedPlaces places = placesFor(stepTimes.size());
    for (std::size_t i = 0; i < stepTimes.size(); ++i) {
        if (!std::isfinite(stepTimes.value[i]) || stepTimes.value[i] <= 0)
            continue;
        const bool follows = !places.step.empty() && stepTimes.step[i] > places.step.back();
        add(places, stepTimes.step[i], stepTimes.value[i],
            follows ? stepDistance(places.step.back(), stepTimes.step[i]) : 1.0, i);
    }
    // A hole in the recording is not a long step: nothing stands for more steps than usual.
    const double usual = places.weight.empty() ? 1.0 : numerics::median(places.weight);
    for (double& weight : places.weight)
        weight = std::min(weight, usual);
    sort(places);
    return places;
}

TimedPlaces timedGaps(const Run& run, const StepValues& stepTimes) {
    TimedPlaces places = placesFor(stepTimes.size());
    for (std::size_t i = 1; i < stepTimes.size(); ++i) {
        const double steps = stepDistance(stepTimes.step[i - 1], stepTimes.step[i]);
        const double seconds = run.rows().timeOf(stepTimes.row[i]) - run.rows().timeOf(stepTimes.row[i - 1]);
        const double gap = seconds - steps * stepTimes.value[i];
        if (stepTimes.attempt[i] != stepTimes.attempt[i - 1] || steps < 1 || !std::isfinite(gap))
            continue;
        add(places, stepTimes.step[i], gap, 1.0, i);
    }
    sort(places);
    return places;
}

double leastExcess(const TimedPlaces& steps) {
    return visible * numerics::median(steps.seconds);
}

std::vector<double> excesses(const TimedPlaces& places, double least, const Job& job) {
    std::vector<double> excess = numerics::localExcess(places.seconds, window, outlier, least, job);
    for (std::size_t i = 0; i < excess.size(); ++i)
        excess[i] *= places.weight[i];
    return excess;
}

std::vector<std::int64_t> checkpointSteps(const Run& run) {
    std::vector<std::int64_t> steps;
    for (const Event& event : run.events()) {
        const bool superseded = event.row && *event.row < run.rows().size() && run.rows().isSuperseded(*event.row);
        if (event.kind == EventKind::checkpoint && event.step && !superseded)
            steps.push_back(*event.step);
    }
    std::ranges::sort(steps);
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps;
}

} // namespace tachograph
