#pragma once

#include "analysis/core/job.h"
#include "analysis/run/run.h"
#include "analysis/run/stepvalues.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tachograph {

/// Places along a run that take time: its steps, or the gaps between two steps. Parallel vectors, ascending by step.
struct TimedPlaces {
    std::vector<std::int64_t> step;   ///< the step, or the one that ends the gap
    std::vector<double> seconds;      ///< s
    std::vector<double> weight;       ///< steps that a value stands for, at most as many as usual; empty: one each
    std::vector<std::uint32_t> index; ///< into the step values they were taken from

    [[nodiscard]] std::size_t size() const { return step.size(); }
    [[nodiscard]] double weightOf(std::size_t place) const { return weight.empty() ? 1.0 : weight[place]; }
    /// Seconds times weight, added up.
    [[nodiscard]] double total() const;
};

/// A place that is slow beside those around it.
struct SlowPlace {
    std::size_t place = 0; ///< index into the places
    double excess = 0;     ///< s above the local median, times the weight of the place
};

/// The steps with a finite time above 0.
TimedPlaces timedSteps(const StepValues& stepTimes);

/// Wall clock between the ends of neighbouring steps of an attempt minus their step times; empty without time stamps.
TimedPlaces timedGaps(const Run& run, const StepValues& stepTimes);

/// What a place must take above its neighbours to count as slow at all: smaller gaps are rounding of the stamps.
double leastExcess(const TimedPlaces& steps);

/// The slow ones, ascending: above the median of the 51 places around by more than 4 scaled MADs and by more than
/// `least` s. Worthless once the job is canceled.
std::vector<SlowPlace> slowPlaces(const TimedPlaces& places, double least, const Job& job);

/// Checkpoint events of attempts that were not superseded: their steps, ascending, each once.
std::vector<std::int64_t> checkpointSteps(const Run& run);

} // namespace tachograph
