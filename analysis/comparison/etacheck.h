#pragma once

#include "analysis/comparison/steadyrows.h"
#include "analysis/run/run.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tachograph {

/// A printed ETA beside what the work left takes at the true rate.
struct EtaPoint {
    std::int64_t step = 0;
    std::optional<double> printed, implied; ///< seconds; implied needs the total
};

struct EtaCheck {
    EtaPoint quoted; ///< at the step that was asked for, else the last that prints one
    std::optional<EtaPoint>
        worst; ///< where the two are farthest apart in range, after the first tenth of the steps (at least five)
};

/// Every printed ETA of the current steps in range (the first of each step), with what is implied there.
std::vector<EtaPoint> etaPoints(const Run& run, const SteadyRows& rows, const RowFilter& inRange = {});

/// Implied = work left / true pace; the total comes from the configuration (batches_per_epoch x epochs / batches a
/// step, max_steps, total_steps), which may be missing.
EtaCheck etaCheck(const Run& run, const SteadyRows& rows, std::optional<std::int64_t> atStep = {},
                  const RowFilter& inRange = {});

} // namespace tachograph
