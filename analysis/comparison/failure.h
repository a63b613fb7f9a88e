#pragma once

#include "analysis/comparison/steadyrows.h"
#include "analysis/run/run.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tachograph {

/// How a run went on after an out-of-memory or exception that its steady rows end at.
struct FailureEffect {
    std::int64_t step = 0;   ///< of the failure
    std::size_t steps = 0;   ///< after it
    double paceFactor = 0.0; ///< pace after over pace before; NaN when it cannot be said
    std::string text;        ///< "from step 967 on, where an exception is logged, it runs at x0.67 of its own pace"
};

/// Nothing when no failure ends the steady rows.
std::optional<FailureEffect> failureEffect(const Run& run, const SteadyRows& rows);

} // namespace tachograph
