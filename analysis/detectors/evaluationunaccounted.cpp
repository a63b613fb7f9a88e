#include "analysis/core/text.h"
#include "analysis/detectors/examinedrun.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/detectors/stalls.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

/// Steps with a logged evaluation: an event, or a value of the time that it took. Ascending.
std::vector<std::int64_t> evaluationSteps(const Run& run, std::vector<std::int64_t> steps) {
    const Series* series = run.forRole(roles::evaluationTime);
    for (std::size_t i = 0; series && i < series->size(); ++i)
        if (std::isfinite(series->values[i]) && series->values[i] > 0)
            steps.push_back(run.rows().step[series->rowOf(i)]);
    std::ranges::sort(steps);
    return steps;
}

/// Steps of the events of one kind, ascending.
std::vector<std::int64_t> stepsOf(const Run& run, EventKind kind) {
    std::vector<std::int64_t> steps;
    for (const Event& event : run.events())
        if (event.kind == kind && event.step)
            steps.push_back(*event.step);
    std::ranges::sort(steps);
    return steps;
}

bool liesAt(const Pause& pause, const std::vector<std::int64_t>& steps) {
    const auto next = std::ranges::lower_bound(steps, pause.before);
    return next != steps.end() && *next <= pause.at;
}

/// The pauses that CHECKPOINT_STALL does not tell.
struct Untold {
    std::vector<std::int64_t> steps;
    std::vector<double> seconds;
    std::size_t evaluations = 0; ///< of them, those at a logged evaluation
    double total = 0, share = 0;
};

Untold untoldIn(const Run& run, const Pauses& pauses) {
    const std::vector<std::int64_t> evaluations = evaluationSteps(run, stepsOf(run, EventKind::evaluation));
    const std::vector<std::int64_t> checkpoints = stepsOf(run, EventKind::checkpoint);
    Untold untold;
    for (const Pause& pause : pauses.list) {
        const bool evaluated = liesAt(pause, evaluations);
        if (!evaluated && liesAt(pause, checkpoints))
            continue;
        untold.steps.push_back(pause.at);
        untold.seconds.push_back(pause.seconds);
        untold.evaluations += evaluated ? 1 : 0;
        untold.total += pause.seconds;
    }
    untold.share = pauses.seconds > 0 ? untold.total / pauses.seconds : 0.0;
    return untold;
}

std::string count(std::size_t value) {
    return formatCount(static_cast<std::int64_t>(value));
}

/// "5 pauses between steps, 15 min 9 s, 8.7 % of the run's time, 5 of them at a logged evaluation"
std::string untoldText(const Untold& untold) {
    return count(untold.steps.size()) + (untold.steps.size() == 1 ? " pause" : " pauses") + " between steps, " +
           formatElapsed(untold.total) + ", " + formatShare(untold.share) + " of the run's time, " +
           count(untold.evaluations) + " of them at a logged evaluation";
}

Finding findingOf(const Run& run, const Untold& untold) {
    Finding finding = findingAt(evaluationUnaccounted, run, untold.steps);
    const auto [least, most] = std::ranges::minmax(untold.seconds);
    finding.title = count(untold.steps.size()) + (untold.steps.size() == 1 ? " pause, " : " pauses, ") +
                    formatShare(untold.share) + " of time";
    finding.summary = "No step time contains " + untoldText(untold) + ". Each takes " + formatStepTime(least) +
                      (most > least ? " to " + formatStepTime(most) : std::string()) +
                      "; step time and throughput do not show it.";
    finding.evidence = {
        {"pauses", static_cast<double>(untold.steps.size()), "", "Pauses", count(untold.steps.size())},
        {"at_evaluations", static_cast<double>(untold.evaluations), "", "At a logged evaluation",
         count(untold.evaluations)},
        {"seconds", untold.total, "s", "Together", formatElapsed(untold.total)},
        {"median", numerics::median(untold.seconds), "s", "Median", formatStepTime(numerics::median(untold.seconds))},
        {"share", untold.share, "ratio", "Share of the run's time", formatShare(untold.share)}};
    finding.citedRoles = {roles::stepTime};
    return finding;
}

DetectorResult examine(const ExaminedRun& examined, const KnobValues& knobs, const Job& job) {
    const Run& run = examined.run();
    if (job.canceled())
        return canceledAnswer();
    const Series* stepTime = run.forRole(roles::stepTime);
    if (!stepTime || stepTime->derived || stepTime->averaging == Averaging::sinceStart)
        return notApplicable("Step time is not logged, so nothing can be taken off the wall clock.");
    const Pauses pauses = findPauses(examined.stepTimes(), job);
    if (job.canceled())
        return canceledAnswer();
    constexpr std::size_t fewest = 20;
    if (pauses.looked < fewest)
        return notApplicable("Fewer than 20 places between steps have time stamps: time outside of the steps is not "
                             "logged.");
    const Untold untold = untoldIn(run, pauses);
    const double limit = knobValue(evaluationUnaccounted, knobs, "share");
    if (!untold.steps.empty() && untold.share >= limit)
        return foundAnswer({findingOf(run, untold)});
    return clearAnswer(untold.steps.empty() ? "No pause between steps stands out, checkpoints aside."
                                            : untoldText(untold) + ", below " + formatShare(limit) + ".");
}

} // namespace

const Detector evaluationUnaccounted{
    .code = "EVALUATION_UNACCOUNTED",
    .title = "Time that no step contains",
    .meaning = "The wall clock runs on between two steps by much more than the step time: above the local median of 51 "
               "places by more than 4 scaled median absolute deviations. Trainers often leave validation out of the "
               "step time, and a single one can take more than an hour. Pauses at checkpoints are told by "
               "CHECKPOINT_STALL. Found from `share` of the run's time on. Needs a logged step time and time stamps.",
    .severity = Severity::info,
    .neededRoles = {roles::stepTime},
    .needs = "time stamps",
    .knobs = {{"share", 0.05, 0.001, 1.0, "ratio", "Least share of the run's time that the pauses take."}},
    .suggestions = {"Evaluate less often, on fewer samples, or beside the training.",
                    "Count these pauses when you plan: steps per hour by the wall clock, not by the step time."},
    .related = {"CHECKPOINT_STALL", "RUN_STALLED"},
    .examine = examine,
    // Printed by: bench_simulation --detectors 1000
    .simulation = Simulation{1.000, "1,000 runs with pauses between steps, 5 to 50 % of the time; 1,000 with less than "
                                    "5 %, or as much at checkpoints or in steps"},
};

} // namespace tachograph
