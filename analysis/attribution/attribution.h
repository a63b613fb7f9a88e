#pragma once

#include "analysis/run/run.h"

#include <string>
#include <vector>

namespace tachograph {

/// A part of the recorded time.
struct TimeShare {
    std::string
        name; ///< "generation", "optimization", a further phase's own name, "unaccounted", "superseded steps", ...
    double seconds = 0; ///< negative for overlap
    double share = 0;   ///< of the total step time of the current steps
};

/// Where the step time of the current steps went: generation, optimization, other (named), unaccounted; their sum is
/// the sum of the step times that have all of them. Empty when the step time is not known.
std::vector<TimeShare> timeShares(const Run& run);

/// Steps and seconds that a later attempt did again.
struct LostWork {
    std::size_t rows = 0;  ///< superseded rows
    std::size_t steps = 0; ///< superseded steps
    double seconds = 0;    ///< their step times added up; NaN when the step time is not known
};
LostWork lostWork(const Run& run);

/// Number of GPUs of the job when config or environment tells it ("gpus.count", "trainer.n_gpus_per_node" x
/// "trainer.nnodes", "world_size", ...); 0 when not known.
double gpuCount(const Run& run);

} // namespace tachograph
