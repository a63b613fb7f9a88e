#include "analysis/core/text.h"
#include "analysis/detectors/coincidence.h"
#include "analysis/detectors/examinedrun.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/detectors/steptimetrend.h"
#include "analysis/run/roles.h"

#include <algorithm>

namespace tachograph {

namespace {

/// Seconds above the level before, over the steps of the bump.
double secondsAbove(const StepTimeTrend& trend, std::size_t from, std::size_t to, double level) {
    double seconds = 0;
    for (std::size_t i = from; i < to; ++i)
        seconds += (trend.steps->value[i] - level) * static_cast<double>(trend.steps->period);
    return std::max(0.0, seconds);
}

Finding findingOf(const Run& run, const StepTimeTrend& trend) {
    const numerics::LevelShift &up = trend.verdict.shifts[0], &down = trend.verdict.shifts[1];
    const std::int64_t from = stepOfShift(run, trend, up), to = stepOfShift(run, trend, down);
    Finding finding = findingAt(stepTimeTransient, run, {std::min(from, to), std::max(from, to)});
    finding.places.clear();
    finding.badges = verdictBadges(trend);
    finding.title = "up " + formatFactor(up.after / up.before) + ", back at step " + formatCount(to);
    finding.summary = "Step time goes up " + formatFactor(up.after / up.before) + " at step " + formatCount(from) +
                      " (" + formatStepTime(up.before) + " to " + formatStepTime(up.after) +
                      ") and down again at step " + formatCount(to) + " (to " + formatStepTime(down.after) + ").";
    const Coincidence events =
        eventsNear(run, trend, from, static_cast<std::int64_t>(trend.verdict.shiftReach() * trend.steps->period));
    finding.summary += events.count > 0 ? " The rise coincides with " + events.text + "."
                                        : std::string(" No logged event coincides with the rise.");
    const double seconds = secondsAbove(trend, up.at, down.at, up.before);
    finding.evidence = verdictEvidence(trend);
    finding.evidence.push_back(
        {"seconds_above", seconds, "s", "Above the level before, steps that were judged", formatElapsed(seconds)});
    finding.citedRoles = {roles::stepTime};
    return finding;
}

DetectorResult examine(const ExaminedRun& examined, const KnobValues& knobs, const Job& job) {
    const Run& run = examined.run();
    const auto judged = examined.trend(knobValue(stepTimeTransient, knobs, "ratio"), job);
    const StepTimeTrend& trend = *judged;
    if (job.canceled())
        return canceledAnswer();
    DetectorResult result;
    result.evidence = verdictEvidence(trend);
    result.reason = trend.notApplicable;
    if (!trend.notApplicable.empty())
        return result;
    result.outcome = Outcome::clear;
    result.reason = "Step time does not go up and come back down as a level.";
    if (!trend.verdict.transient || trend.verdict.shifts.size() < 2)
        return result;
    result.outcome = Outcome::found;
    result.findings.push_back(findingOf(run, trend));
    result.reason = result.findings.front().summary;
    return result;
}

} // namespace

const Detector stepTimeTransient{
    .code = "STEP_TIME_TRANSIENT",
    .title = "Step time was high for a while",
    .meaning =
        "Step time went up by at least `ratio` and came back: two level shifts describe it better than any other "
        "shape of the contest of THROUGHPUT_ROT. What it cost is added up over its steps. A single slow step is "
        "none, nor is a rise that stays (STEP_TIME_SHIFT).",
    .severity = Severity::info,
    .neededRoles = {roles::stepTime},
    .knobs = {{"ratio", 1.4, 1.05, 10.0, "ratio", "Least factor of the rise."}},
    .suggestions = {"Look at the system log of that time: other jobs, a slow node, throttling.",
                    "If it recurs, compare the moments."},
    .related = {"STEP_TIME_SHIFT", "THERMAL_THROTTLE", "RUN_STALLED"},
    .examine = examine,
    // Printed by: bench_simulation --detectors 1000
    .simulation = Simulation{0.982, "1,000 runs with x1.4 to x3 in the middle of the run; 1,000 with less than x1.4 "
                                    "there, as much that stays, a ramp, or nothing"},
};

} // namespace tachograph
