#pragma once

#include "tests/support/syntheticrun.h"

#include <memory>

namespace tachograph::tests {

/// A run of seven series that creeps and has 24 checkpoints that stall: the detectors of time go all their way.
inline std::shared_ptr<const Run> creepingRun(std::int64_t steps) {
    const std::int64_t every = steps / 24;
    const auto rising = [=](std::int64_t step) {
        return 2.0 * (1.0 + 1.5 * static_cast<double>(step) / static_cast<double>(steps)) *
               (step % every == 0 ? 9.0 : 1.0);
    };
    std::vector<MadeSeries> series;
    for (const char* key : {"step_time_s", "generation_time_s", "optimization_time_s", "completion_len_mean",
                            "completion_len_p95", "tokens_per_s", "reward_mean"})
        series.push_back({key, rising, 0.05});
    std::vector<MadeEvent> checkpoints;
    for (std::int64_t step = every; step <= steps; step += every)
        checkpoints.push_back({EventKind::checkpoint, step, ""});
    return madeRun(steps, series, checkpoints, [](std::int64_t step) { return 1e9 + 4.0 * static_cast<double>(step); });
}

} // namespace tachograph::tests
