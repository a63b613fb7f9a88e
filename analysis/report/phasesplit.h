#pragma once

#include "analysis/run/run.h"

#include <string>
#include <vector>

namespace tachograph {

/// One phase of a step early and late in a run: medians of the first and last fifth of the current steps, s.
struct PhasePart {
    std::string role; ///< generation_time, optimization_time, or empty for what is left of the step
    std::string name; ///< "generation", "optimization", "unaccounted", "other and unaccounted"
    double early = 0, late = 0;
};

struct PhaseSplit {
    double stepEarly = 0, stepLate = 0; ///< medians of the whole step, s
    /// Medians do not add up exactly. The last part is the median of what is unaccounted, the figure of the finding and
    /// of the series; where there are further phases it is the step less the others. Negative where phases overlap.
    std::vector<PhasePart> parts;
};

/// Empty parts when the step time or both phases are not known. The time is the median's, so stalls are not in it.
PhaseSplit phaseSplit(const Run& run);

} // namespace tachograph
