#pragma once

#include "analysis/core/job.h"
#include "analysis/run/run.h"
#include "analysis/run/stepvalues.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace tachograph {

/// The value of one step in one attempt, in the unit of the role.
struct StepValue {
    std::int64_t step = 0;
    double value = 0, low = 0, high = 0; ///< as in StepValues; all NaN when no tick of the step is finite
    std::uint32_t row = 0, attempt = 0;
    bool severalTicks = false;
};

/// Value, smallest and largest of several ticks of one step.
void summarizeTicks(std::span<const double> ticks, RepeatRule rule, StepValue& step);

/// Calls visit(StepValue) for every step of a series: what stepValues() collects, without its columns. They take 24
/// bytes a step, and pages of memory that are new cost more than a pass over the series. Stops early when the job is
/// canceled.
template <typename Visit>
void visitSteps(const Run& run, const Series& series, Include include, const Job& job, Visit visit) {
    constexpr std::size_t askEvery = 65'536;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const Rows& rows = run.rows();
    std::vector<double> ticks; // of a step that has several
    StepValue step;
    bool any = false;
    const auto flush = [&] {
        if (step.severalTicks)
            summarizeTicks(ticks, run.repeatRule(), step);
        else if (!std::isfinite(step.value))
            step.value = step.low = step.high = nan;
        visit(static_cast<const StepValue&>(step));
    };
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (i % askEvery == 0 && job.canceled())
            break;
        const std::uint32_t row = series.rowOf(i);
        if (include == Include::current && rows.isSuperseded(row))
            continue;
        const double value = series.inUnit(i);
        if (any && step.step == rows.step[row] && step.attempt == rows.attempt[row]) {
            if (!step.severalTicks)
                ticks.assign(1, step.value);
            step.severalTicks = true;
            ticks.push_back(value);
            step.row = row;
            continue;
        }
        if (any)
            flush();
        any = true;
        step = {rows.step[row], value, value, value, row, rows.attempt[row], false};
    }
    if (any)
        flush();
}

} // namespace tachograph
