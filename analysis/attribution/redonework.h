#pragma once

#include "analysis/attribution/steprange.h"
#include "analysis/core/job.h"
#include "analysis/run/run.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace tachograph {

/// A restart that goes back behind what had been reached.
struct Rewind {
    std::int64_t reached = 0, again = 0; ///< last step before it, first step after it
};

/// Work that was done twice within one training. A restart from its first step is another training, not a rewind.
struct RedoneWork {
    std::vector<Rewind> rewinds;
    double stride = 1;             ///< usual distance of logged steps
    double steps = 0;              ///< done again, those between the logged ones included
    double seconds = std::nan(""); ///< their step times; NaN when there are none or the step time is not known
    double share = 0;              ///< of all steps done
};

/// Steps outside of `range` are not counted; a step of it whose time is not known is taken to be like the others that
/// were done again.
RedoneWork redoneWork(const Run& run, std::optional<StepRange> range, const Job& job);

} // namespace tachograph
