#pragma once

#include "analysis/comparison/equalwork.h"
#include "analysis/comparison/steadyrows.h"
#include "analysis/run/run.h"

#include <optional>
#include <string>
#include <vector>

namespace tachograph {

/// A part of the difference in time per step.
struct DifferencePart {
    std::string name;
    double seconds = 0.0; ///< B minus A, per step
    double share = 0.0;   ///< of the whole difference; 0 when there is none
};

/// From A's time per step to B's, part by part; the parts add up to b - a.
struct Waterfall {
    double a = 0.0, b = 0.0; ///< steady median of the step time plus what checkpoints, evaluation and pauses add to a
                             ///< step: inside of its time, logged beside it, or shown by the clock alone
    std::vector<DifferencePart> parts;
    std::string note; ///< "The target stage of B is not observable: q_hs is full."
};

struct WaterfallSide {
    const Run& run;
    const SteadyRows& rows;
    const RowFilter& inRange; ///< of the steps and events that stalls are counted in
};

/// Phases that both log, each its own difference, generation split into "longer completions" (at B's seconds per token)
/// and "generation at equal length"; checkpoints, evaluation and pauses that only the clock shows spread over
/// the steps; what is left over is "unaccounted". Without phases: tokens per step, and the rest as "seconds per token"
/// (or the stage that is known to limit B). No parts when the step time is not known in both.
Waterfall waterfall(const WaterfallSide& a, const WaterfallSide& b, const std::optional<LengthAdjusted>& adjusted);

} // namespace tachograph
