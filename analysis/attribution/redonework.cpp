#include "analysis/attribution/redonework.h"

#include "analysis/attribution/ordinarysteps.h"
#include "analysis/attribution/usualdistance.h"
#include "analysis/run/derive/derivation.h"
#include "analysis/run/roles.h"
#include "analysis/run/visitsteps.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

/// Usual distance of logged steps; 1 when there is none.
double usualStride(const Run& run) {
    const auto& steps = run.rows().step;
    UsualDistance strides;
    for (std::size_t i = 1; i < steps.size(); ++i)
        if (steps[i] > steps[i - 1])
            strides.add(stepDistance(steps[i - 1], steps[i]));
    return std::max(1.0, strides.median(1.0));
}

/// Restarts within one training: one that begins at the first logged step of all, or before it, is another training.
/// (A recording that begins at step 251 has been resumed itself: a restart at 251 goes back once more.)
std::vector<Rewind> rewindsIn(const Run& run, double stride) {
    std::vector<Rewind> rewinds;
    const auto& attempts = run.attempts();
    std::int64_t first = attempts.empty() ? 0 : attempts.front().firstStep;
    std::int64_t reached = attempts.empty() ? 0 : attempts.front().lastStep;
    for (std::size_t i = 1; i < attempts.size(); ++i) {
        const bool fromTheStart = static_cast<double>(attempts[i].firstStep) <= stride;
        if (attempts[i].firstStep <= first && fromTheStart)
            first = attempts[i].firstStep;
        else if (attempts[i].firstStep <= reached)
            rewinds.push_back({reached, attempts[i].firstStep});
        reached = attempts[i].lastStep;
    }
    return rewinds;
}

/// The steps of all rewinds, as ranges that do not overlap, ascending.
std::vector<Rewind> merged(std::vector<Rewind> rewinds) {
    std::ranges::sort(rewinds, {}, &Rewind::again);
    std::vector<Rewind> result;
    for (const Rewind& rewind : rewinds) {
        if (!result.empty() && rewind.again <= result.back().reached)
            result.back().reached = std::max(result.back().reached, rewind.reached);
        else
            result.push_back(rewind);
    }
    return result;
}

bool within(const std::vector<Rewind>& ranges, std::int64_t step) {
    const auto after = std::ranges::upper_bound(ranges, step, {}, &Rewind::again);
    return after != ranges.begin() && step <= (after - 1)->reached;
}

/// Mean step time of the superseded steps in `ranges`; NaN when none is known.
double meanSeconds(const Run& run, const std::vector<Rewind>& ranges, const Job& job) {
    const Series* stepTime = derive::current(run, roles::stepTime);
    if (!stepTime)
        return std::nan("");
    double sum = 0.0, count = 0.0;
    visitSteps(run, *stepTime, Include::all, job, [&](const StepValue& step) {
        if (!run.rows().isSuperseded(step.row) || !std::isfinite(step.value) || !within(ranges, step.step))
            return;
        sum += step.value;
        count += 1.0;
    });
    return count > 0.0 ? sum / count : std::nan("");
}

} // namespace

RedoneWork redoneWork(const Run& run, std::optional<StepRange> range, const Job& job) {
    RedoneWork redone;
    if (run.attempts().size() < 2)
        return redone;
    redone.stride = usualStride(run);
    redone.rewinds = rewindsIn(run, redone.stride);
    const std::vector<Rewind> ranges = merged(redone.rewinds);
    const Rows& rows = run.rows();
    double all = 0.0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const bool fresh =
            row == 0 || rows.step[row] != rows.step[row - 1] || rows.attempt[row] != rows.attempt[row - 1];
        if (!fresh || (range && !range->contains(rows.step[row])))
            continue;
        all += redone.stride;
        redone.steps += rows.isSuperseded(row) && within(ranges, rows.step[row]) ? redone.stride : 0.0;
    }
    redone.share = all > 0.0 ? redone.steps / all : 0.0;
    if (redone.steps > 0.0)
        redone.seconds = meanSeconds(run, ranges, job) * redone.steps;
    return redone;
}

} // namespace tachograph
