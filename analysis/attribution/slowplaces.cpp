#include "analysis/attribution/slowplaces.h"

#include "analysis/attribution/ordinarysteps.h"
#include "analysis/attribution/usualdistance.h"
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
    places.index.reserve(most);
    return places;
}

void add(TimedPlaces& places, std::int64_t step, double seconds, std::size_t index) {
    places.step.push_back(step);
    places.seconds.push_back(seconds);
    places.index.push_back(static_cast<std::uint32_t>(index));
}

/// Log order is ascending unless attempts log different steps of the same stretch.
void sort(TimedPlaces& places) {
    if (std::ranges::is_sorted(places.step))
        return;
    std::vector<std::size_t> order(places.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return places.step[i]; });
    TimedPlaces sorted = placesFor(order.size());
    for (const std::size_t i : order) {
        add(sorted, places.step[i], places.seconds[i], places.index[i]);
        if (!places.weight.empty())
            sorted.weight.push_back(places.weight[i]);
    }
    places = std::move(sorted);
}

/// Steps up to each place from the one before. A hole in the recording is not a long step: nothing stands for more
/// steps than usual.
void addWeights(TimedPlaces& places) {
    const auto distanceTo = [&](std::size_t i) {
        return i > 0 && places.step[i] > places.step[i - 1] ? stepDistance(places.step[i - 1], places.step[i]) : 1.0;
    };
    UsualDistance distances;
    bool single = true;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const double distance = distanceTo(i);
        distances.add(distance);
        single = single && distance == 1.0;
    }
    if (single)
        return;
    const double usual = distances.median(1.0);
    places.weight.reserve(places.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        places.weight.push_back(std::min(distanceTo(i), usual));
}

} // namespace

double TimedPlaces::total() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < size(); ++i)
        sum += seconds[i] * weightOf(i);
    return sum;
}

TimedPlaces timedSteps(const StepValues& stepTimes) {
    TimedPlaces places = placesFor(stepTimes.size());
    for (std::size_t i = 0; i < stepTimes.size(); ++i)
        if (std::isfinite(stepTimes.value[i]) && stepTimes.value[i] > 0)
            add(places, stepTimes.step[i], stepTimes.value[i], i);
    addWeights(places);
    sort(places);
    return places;
}

TimedPlaces timedGaps(const Run& run, const StepValues& stepTimes) {
    const auto& time = run.rows().time;
    TimedPlaces places;
    if (time.empty())
        return places;
    places = placesFor(stepTimes.size());
    for (std::size_t i = 1; i < stepTimes.size(); ++i) {
        const double steps = stepDistance(stepTimes.step[i - 1], stepTimes.step[i]);
        const double seconds = time[stepTimes.row[i]] - time[stepTimes.row[i - 1]];
        const double gap = seconds - steps * stepTimes.value[i];
        if (stepTimes.attempt[i] == stepTimes.attempt[i - 1] && steps >= 1 && std::isfinite(gap))
            add(places, stepTimes.step[i], gap, i);
    }
    sort(places);
    return places;
}

double leastExcess(const TimedPlaces& steps) {
    return visible * numerics::median(steps.seconds);
}

std::vector<SlowPlace> slowPlaces(const TimedPlaces& places, double least, const Job& job) {
    std::vector<SlowPlace> slow;
    for (const auto& [place, excess] : numerics::localExcess(places.seconds, window, outlier, least, job))
        slow.push_back({place, excess * places.weightOf(place)});
    return slow;
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
