#include "analysis/detectors/steptimetrend.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

std::string tooShortReason(const StepTimeTrend& trend) {
    const numerics::TrendVerdict& verdict = trend.verdict;
    if (trend.steps->value.empty())
        return "No step time is left to judge: finite ones above 0 count, first steps and steps at checkpoints left "
               "out.";
    std::string text = formatCount(static_cast<std::int64_t>(trend.steps->value.size())) + " usable step times";
    if (trend.steps->period > 1)
        text = formatCount(static_cast<std::int64_t>(trend.steps->value.size())) + " whole periods of " +
               std::to_string(trend.steps->period) + " steps (the step time is a saw-tooth)";
    if (verdict.blockLength > 0)
        text += " hold fewer than 20 blocks of " + std::to_string(verdict.blockLength) +
                " (neighbouring values are mostly equal: the stamps are coarse)";
    else
        text += ", 40 are needed";
    return text + "; first and last fifth " + formatStepTime(verdict.early) + " and " + formatStepTime(verdict.late) +
           ", " + formatFactor(verdict.late / verdict.early) + ", unjudged" + ".";
}

} // namespace

StepTimeTrend examineStepTime(const Run& run, double ratio, const Job& job) {
    return examineStepTime(StepTimes(run), ratio, job);
}

StepTimeTrend examineStepTime(const StepTimes& stepTimes, double ratio, const Job& job) {
    StepTimeTrend trend{stepTimes.ordinary(job), {}, {}};
    const OrdinarySteps& steps = *trend.steps;
    trend.notApplicable = steps.notApplicable;
    if (job.canceled() || !trend.notApplicable.empty())
        return trend;
    trend.verdict = numerics::judgeTrend(steps.value, steps.attempt, {ratio, steps.resolution}, job);
    if (trend.verdict.kind == numerics::TrendKind::tooShort)
        trend.notApplicable = tooShortReason(trend);
    return trend;
}

std::int64_t stepOfShift(const Run& run, const StepTimeTrend& trend, const numerics::LevelShift& shift) {
    if (shift.at == 0)
        return trend.steps->step.front();
    const std::int64_t before = trend.steps->step[shift.at - 1], after = trend.steps->step[shift.at];
    const double middle = std::sqrt(trend.steps->value[shift.at - 1] * trend.steps->value[shift.at]);
    const bool rises = shift.after >= shift.before;
    const Series& series = *trend.steps->series;
    std::int64_t first = after;
    for (std::size_t i = series.size(); i-- > 0;) {
        const std::uint32_t row = series.rowOf(i);
        const std::int64_t step = run.rows().step[row];
        if (step <= before || step >= after || run.rows().isSuperseded(row) || !std::isfinite(series.values[i]))
            continue;
        if ((series.inUnit(i) > middle) != rises)
            break;
        first = std::min(first, step);
    }
    return first;
}

} // namespace tachograph
