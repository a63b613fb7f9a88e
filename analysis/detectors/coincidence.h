#pragma once

#include "analysis/detectors/steptimetrend.h"
#include "analysis/run/run.h"

#include <cstdint>
#include <string>

namespace tachograph {

/// Logged events near a step.
struct Coincidence {
    std::size_t count = 0;
    std::string text; ///< "config num_generations 8 → 16 at step 300 (0.02 expected by chance)"
};

/// Events within `reach` steps of `step`, checkpoints left out (they come at regular distances and coincide with
/// anything). Expected by chance: events of that kind x share of the run's steps that lie within reach.
Coincidence eventsNear(const Run& run, const StepTimeTrend& trend, std::int64_t step, std::int64_t reach);

} // namespace tachograph
