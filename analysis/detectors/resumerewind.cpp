#include "analysis/attribution/ordinarysteps.h"
#include "analysis/attribution/redonework.h"
#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

std::string stepsText(double steps) {
    return formatNumber(steps, 6) + (steps == 1.0 ? " step" : " steps");
}

Finding findingOf(const Run& run, const RedoneWork& redone) {
    const std::vector<Rewind>& rewinds = redone.rewinds;
    std::vector<std::int64_t> places;
    const Rewind* longest = &rewinds.front();
    for (const Rewind& rewind : rewinds) {
        places.push_back(rewind.again);
        if (stepDistance(rewind.again, rewind.reached) > stepDistance(longest->again, longest->reached))
            longest = &rewind;
    }
    Finding finding = findingAt(resumeRewind, run, places);
    constexpr double large = 0.1;
    finding.severity = redone.share >= large ? Severity::warning : Severity::info;
    const bool timed = std::isfinite(redone.seconds);
    finding.title = stepsText(redone.steps) + " done again";
    finding.summary = "Training went back " + timesText(rewinds.size()) +
                      (rewinds.size() == 1 ? ", from step " : ", at most from step ") + formatCount(longest->reached) +
                      " to " + formatCount(longest->again) + ": " + stepsText(redone.steps) + " were done again, " +
                      formatShare(redone.share) + " of all steps" +
                      (timed ? ", " + formatElapsed(redone.seconds) + " of step time" : "; step time is not logged") +
                      ".";
    finding.evidence.push_back({"rewinds", static_cast<double>(rewinds.size()), "", "Restarts that went back",
                                formatCount(static_cast<std::int64_t>(rewinds.size()))});
    finding.evidence.push_back({"steps_again", redone.steps, "steps", "Done again", stepsText(redone.steps)});
    if (timed)
        finding.evidence.push_back(
            {"seconds_again", redone.seconds, "s", "Their step time", formatElapsed(redone.seconds)});
    finding.evidence.push_back({"share", redone.share, "ratio", "Share of all steps", formatShare(redone.share)});
    if (redone.stride > 1)
        finding.evidence.push_back({"stride", redone.stride, "steps", "Logged every",
                                    stepsText(redone.stride) + "; those in between are counted"});
    finding.citedRoles = {roles::stepTime};
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    if (run.stepCount() < 2)
        return notApplicable("Steps are not logged, or only one.");
    const RedoneWork redone = redoneWork(run, {}, job);
    if (job.canceled())
        return canceledAnswer();
    if (redone.rewinds.empty())
        return clearAnswer(run.attempts().size() > 1 ? "No restart goes back behind a step that was done."
                                                     : "The steps never go back: one attempt.");
    const double least = knobValue(resumeRewind, knobs, "share");
    if (redone.share < least || redone.steps <= 0)
        return clearAnswer("Restarts went back over " + stepsText(redone.steps) + ", " + formatShare(redone.share) +
                           " of all steps, below " + formatShare(least) + ".");
    return foundAnswer({findingOf(run, redone)});
}

} // namespace

const Detector resumeRewind{
    .code = "RESUME_REWIND",
    .title = "Steps were done again after a restart",
    .meaning = "A restart began at a step that the attempt before had passed, so the steps in between were done twice. "
               "Counts them, with those between the logged ones, and their step time. A warning from 10 % of all steps "
               "on, else info. A restart from the first step of all is another training, not a rewind. Superseded "
               "steps stay visible, dashed, and are left out of every statistic.",
    .severity = Severity::warning,
    .neededRoles = {},
    .needs = "at least two steps",
    .knobs = {{"share", 0.005, 0.0, 1.0, "ratio", "Least share of all steps that were done again."}},
    .suggestions = {"Write checkpoints more often where restarts are frequent.",
                    "Write a checkpoint when the job is told to stop.",
                    "Look at what ended the attempts: exceptions, memory, preemption."},
    .related = {"OUT_OF_MEMORY", "EXCEPTION", "CHECKPOINT_STALL"},
    .examine = examine,
};

} // namespace tachograph
