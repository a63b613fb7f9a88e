#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/derive/derivation.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::size_t fewestSteps = 20;

struct Wait {
    std::size_t steps = 0;
    double early = 0, late = 0;           ///< medians of the wait over fifths, s
    double share = 0;                     ///< of the step time: all waits over all steps
    double earlyShare = 0, lateShare = 0; ///< medians of the share over fifths
    std::int64_t firstStep = 0, lastStep = 0;
};

Wait waitOf(const Run& run, const Series& wait, const Series& stepTime) {
    const derive::StepTable table = derive::joinSteps(run, std::array{&wait, &stepTime});
    std::vector<double> waits, shares;
    double waited = 0, all = 0;
    Wait result;
    for (std::size_t i = 0; i < table.size(); ++i) {
        const double seconds = table.columns[0][i], step = table.columns[1][i];
        if (run.rows().isSuperseded(table.row[i]) || !(seconds >= 0) || !(step > 0) || !std::isfinite(seconds + step))
            continue;
        if (waits.empty())
            result.firstStep = table.step[i];
        result.lastStep = table.step[i];
        waits.push_back(seconds);
        shares.push_back(seconds / step);
        waited += seconds;
        all += step;
    }
    result.steps = waits.size();
    if (result.steps < fewestSteps)
        return result;
    const std::size_t fifth = waits.size() / 5;
    result.early = numerics::median(std::span(waits).first(fifth));
    result.late = numerics::median(std::span(waits).last(fifth));
    result.earlyShare = numerics::median(std::span(shares).first(fifth));
    result.lateShare = numerics::median(std::span(shares).last(fifth));
    result.share = waited / all;
    return result;
}

std::string waitText(const Wait& wait) {
    return "Waiting for data takes " + formatShare(wait.share) + " of the step time; " + formatStepTime(wait.early) +
           " a step early, " + formatStepTime(wait.late) + " late (" + formatShare(wait.earlyShare) + " to " +
           formatShare(wait.lateShare) + " of the step)";
}

Finding findingOf(const Run& run, const Wait& wait, bool grows) {
    Finding finding =
        findingAt(dataWait, run, {std::min(wait.firstStep, wait.lastStep), std::max(wait.firstStep, wait.lastStep)});
    finding.places.clear();
    finding.title = std::string("data wait ") +
                    (grows ? "grows to " + formatShare(wait.lateShare) : formatShare(wait.share) + " of the step");
    finding.summary = waitText(wait) + (grows ? ". It grows." : ".");
    finding.evidence = {{"share", wait.share, "ratio", "Share of the step time", formatShare(wait.share)},
                        {"early_wait", wait.early, "s", "Wait a step, early fifth", formatStepTime(wait.early)},
                        {"late_wait", wait.late, "s", "Wait a step, late fifth", formatStepTime(wait.late)},
                        {"late_share", wait.lateShare, "ratio", "Share, late fifth", formatShare(wait.lateShare)}};
    finding.citedRoles = {roles::dataWaitTime, roles::stepTime};
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const Series* series = derive::current(run, roles::dataWaitTime);
    const Series* stepTime = derive::current(run, roles::stepTime);
    if (!series || !stepTime)
        return notApplicable(series ? "Step time is not logged." : "Time spent waiting for data is not logged.");
    const Wait wait = waitOf(run, *series, *stepTime);
    if (job.canceled())
        return canceledAnswer();
    if (wait.steps < fewestSteps)
        return notApplicable("Fewer than 20 steps have both a step time and a data wait.");
    const double share = knobValue(dataWait, knobs, "share"), growth = knobValue(dataWait, knobs, "growth");
    // A wait of a few milliseconds may grow tenfold without a meaning: from half of the limit on.
    const bool grows = wait.lateShare >= share / 2 && wait.late >= growth * wait.early;
    if (wait.share >= share || grows)
        return foundAnswer({findingOf(run, wait, grows)});
    return clearAnswer(waitText(wait) + ".");
}

} // namespace

const Detector dataWait{
    .code = "DATA_WAIT",
    .title = "Steps wait for data",
    .meaning =
        "The logged time of waiting for data is at least `share` of all step time, or it grows: the median of the "
        "last fifth is at least `growth` times that of the first, and at least half of `share` of the step. "
        "Waits that no series logs cannot be seen.",
    .severity = Severity::warning,
    .neededRoles = {roles::dataWaitTime, roles::stepTime},
    .knobs = {{"share", 0.1, 0.005, 1.0, "ratio", "Least share of the step time."},
              {"growth", 2.0, 1.1, 100.0, "ratio", "Least factor from the first to the last fifth of the steps."}},
    .suggestions = {"Give the loader more workers, or let it read ahead.",
                    "Look at the storage: other jobs on it, small files, a cold cache.",
                    "Tokenize ahead of the training."},
    .related = {"THROUGHPUT_ROT", "PIPELINE_BOTTLENECK"},
    .examine = examine,
    // Printed by: bench_simulation --detectors 1000
    .simulation = Simulation{0.979, "1,000 runs with waits of 10 to 60 % of the step, or growing sixfold to 18 %; "
                                    "1,000 with waits of less than 10 %"},
};

} // namespace tachograph
