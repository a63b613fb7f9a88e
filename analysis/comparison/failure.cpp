#include "analysis/comparison/failure.h"

#include "analysis/comparison/steadysample.h"
#include "analysis/core/text.h"
#include "analysis/run/roles.h"

#include <cmath>
#include <limits>

namespace tachograph {

namespace {

/// Median step time in the rows after the failure; NaN when there is none.
double paceAfter(const Run& run, const Series& stepTime, const SteadyRows& rows) {
    SteadyRows after = rows;
    for (std::size_t row = 0; row < after.use.size(); ++row)
        after.use[row] = row > *rows.failureRow && !run.rows().isSuperseded(row) ? 1 : 0;
    return steadySample(run, stepTime, after).median();
}

} // namespace

std::optional<FailureEffect> failureEffect(const Run& run, const SteadyRows& rows) {
    if (!rows.failureRow || !rows.failureStep)
        return std::nullopt;
    FailureEffect effect;
    effect.step = *rows.failureStep;
    effect.steps = rows.afterFailureSteps;
    effect.paceFactor = std::numeric_limits<double>::quiet_NaN();
    if (const Series* stepTime = run.forRole(roles::stepTime))
        effect.paceFactor = steadySample(run, *stepTime, rows).median() / paceAfter(run, *stepTime, rows);
    effect.text = "from step " + std::to_string(effect.step) + " on, where an exception is logged, it ";
    effect.text += effect.steps == 0 ? "has no further steps"
                   : std::isfinite(effect.paceFactor)
                       ? "runs at " + formatFactor(effect.paceFactor) + " of its own pace before (" +
                             formatCount(static_cast<std::int64_t>(effect.steps)) + " steps, not judged)"
                       : "is not judged";
    return effect;
}

} // namespace tachograph
