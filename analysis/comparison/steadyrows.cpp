#include "analysis/comparison/steadyrows.h"

#include "analysis/numerics/warmup.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace tachograph {

namespace {

using StepSet = std::set<std::int64_t>;
using AttemptStepSet = std::set<std::pair<std::uint32_t, std::int64_t>>;

/// Without step times of their own, this many steps at a start are taken for its warm-up.
constexpr std::size_t assumedWarmUp = 7;

void addWarmUp(AttemptStepSet& steps, const StepValues& values, std::uint32_t attempt, std::size_t most) {
    std::vector<double> times;
    std::vector<std::int64_t> at;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values.attempt[i] == attempt && std::isfinite(values.value[i])) {
            times.push_back(values.value[i]);
            at.push_back(values.step[i]);
        }
    const std::size_t length = numerics::warmUpLength(times, std::min(most, times.size()));
    for (std::size_t i = 0; i < length; ++i)
        steps.emplace(attempt, at[i]);
}

/// The first steps of every attempt that do not run steadily yet, at most 5 % of its steps.
AttemptStepSet warmUpSteps(const Run& run) {
    AttemptStepSet steps;
    const Series* stepTime = run.forRole(roles::stepTime);
    const bool logged = stepTime && stepTime->uncertainty.empty();
    const StepValues values = logged ? stepValues(run, *stepTime, Include::current) : StepValues{};
    for (std::uint32_t attempt = 0; attempt < run.attempts().size(); ++attempt) {
        const std::size_t most = run.attempts()[attempt].steps / 20;
        if (logged) {
            addWarmUp(steps, values, attempt, most);
            continue;
        }
        const std::int64_t first = run.attempts()[attempt].firstStep;
        for (std::size_t i = 0; i < std::min(most, assumedWarmUp); ++i)
            steps.emplace(attempt, first + static_cast<std::int64_t>(i));
    }
    return steps;
}

StepSet stepsAtEvents(const Run& run) {
    StepSet steps;
    for (const Event& event : run.events())
        if (event.step && (event.kind == EventKind::checkpoint || event.kind == EventKind::evaluation))
            for (const std::int64_t step : {*event.step, *event.step - 1, *event.step + 1})
                steps.insert(step);
    return steps;
}

/// The row after which something is lost, when at least half of the rows lie before it.
std::size_t failureRow(const Run& run, std::optional<std::int64_t>& step) {
    for (const Event& event : run.events()) {
        if ((event.kind != EventKind::oom && event.kind != EventKind::exception) || !event.row)
            continue;
        if (2 * static_cast<std::size_t>(*event.row) < run.rows().size())
            break;
        step = event.step ? event.step : std::optional(run.rows().step[*event.row]);
        return *event.row;
    }
    return run.rows().size();
}

} // namespace

RowFilter rowsBetween(const std::vector<double>& position, double least, double most) {
    RowFilter filter;
    filter.keep.reserve(position.size());
    for (const double at : position)
        filter.keep.push_back(at >= least && at <= most ? 1 : 0);
    return filter;
}

SteadyRows steadyRows(const Run& run, const SteadyWish& wish) {
    SteadyRows steady;
    const Rows& rows = run.rows();
    steady.position = positionsOnAxis(run, wish.axis);
    steady.position.resize(rows.size(), RowInfo::none);
    for (double& position : steady.position)
        position += wish.offset;
    steady.use.assign(rows.size(), 0);
    const AttemptStepSet warmUp = warmUpSteps(run);
    const StepSet events = wish.leaveOutEvents ? stepsAtEvents(run) : StepSet();
    const std::size_t failure = failureRow(run, steady.failureStep);
    if (failure < rows.size())
        steady.failureRow = failure;
    const bool everywhere = !std::isfinite(wish.least) && !std::isfinite(wish.most);
    StepSet warm, outside, atEvents, afterFailure, used;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::int64_t step = rows.step[row];
        const double position = steady.position[row];
        if (rows.isSuperseded(row))
            continue;
        if (warmUp.contains({rows.attempt[row], step}))
            warm.insert(step);
        else if (row >= failure)
            afterFailure.insert(step);
        else if (!everywhere && !(position >= wish.least && position <= wish.most))
            outside.insert(step);
        else if (events.contains(step))
            atEvents.insert(step);
        else {
            steady.use[row] = 1;
            used.insert(step);
        }
    }
    steady.steps = used.size();
    steady.warmUpSteps = warm.size();
    steady.eventSteps = atEvents.size();
    steady.outsideSteps = outside.size();
    steady.afterFailureSteps = afterFailure.size();
    return steady;
}

} // namespace tachograph
