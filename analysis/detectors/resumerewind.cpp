#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/detectors/steptimetrend.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/derive/derivation.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

/// A restart that goes back behind what had been reached.
struct Rewind {
    std::int64_t reached = 0, again = 0; ///< last step before it, first step after it
};

/// Usual distance of logged steps; 1 when there is none.
double usualStride(const Run& run) {
    const auto& steps = run.rows().step;
    std::vector<double> strides;
    for (std::size_t i = 1; i < steps.size(); ++i)
        if (steps[i] > steps[i - 1])
            strides.push_back(stepDistance(steps[i - 1], steps[i]));
    return strides.empty() ? 1.0 : std::max(1.0, numerics::median(strides));
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

struct Cost {
    double steps = 0;              ///< done again, those between the logged ones included
    double seconds = std::nan(""); ///< their step times; NaN when step time is not known
    double share = 0;              ///< of all steps done
};

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

/// Superseded steps that lie in a rewind: those of an earlier training were not lost.
Cost costOf(const Run& run, const std::vector<Rewind>& rewinds, double stride, const Job& job) {
    const std::vector<Rewind> ranges = merged(rewinds);
    Cost cost;
    const Rows& rows = run.rows();
    double all = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const bool fresh =
            row == 0 || rows.step[row] != rows.step[row - 1] || rows.attempt[row] != rows.attempt[row - 1];
        all += fresh ? stride : 0.0;
        cost.steps += fresh && rows.isSuperseded(row) && within(ranges, rows.step[row]) ? stride : 0.0;
    }
    cost.share = all > 0 ? cost.steps / all : 0.0;
    const Series* stepTime = derive::current(run, roles::stepTime);
    if (!stepTime)
        return cost;
    const StepValues times = stepValues(run, *stepTime, Include::all, job);
    std::vector<double> lost;
    double sum = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (times.superseded[i] == 0 || !std::isfinite(times.value[i]) || !within(ranges, times.step[i]))
            continue;
        lost.push_back(times.value[i]);
        sum += times.value[i];
    }
    if (!lost.empty())
        cost.seconds = sum / static_cast<double>(lost.size()) * cost.steps;
    return cost;
}

std::string stepsText(double steps) {
    return formatNumber(steps, 6) + (steps == 1.0 ? " step" : " steps");
}

Finding findingOf(const Run& run, const std::vector<Rewind>& rewinds, const Cost& cost, double stride) {
    std::vector<std::int64_t> places;
    const Rewind* longest = &rewinds.front();
    for (const Rewind& rewind : rewinds) {
        places.push_back(rewind.again);
        if (stepDistance(rewind.again, rewind.reached) > stepDistance(longest->again, longest->reached))
            longest = &rewind;
    }
    Finding finding = findingAt(resumeRewind, run, places);
    constexpr double large = 0.1;
    finding.severity = cost.share >= large ? Severity::warning : Severity::info;
    const bool timed = std::isfinite(cost.seconds);
    finding.title = stepsText(cost.steps) + " done again";
    finding.summary = "Training went back " + timesText(rewinds.size()) +
                      (rewinds.size() == 1 ? ", from step " : ", at most from step ") + formatCount(longest->reached) +
                      " to " + formatCount(longest->again) + ": " + stepsText(cost.steps) + " were done again, " +
                      formatShare(cost.share) + " of all steps" +
                      (timed ? ", " + formatElapsed(cost.seconds) + " of step time" : "; step time is not logged") +
                      ".";
    finding.evidence.push_back({"rewinds", static_cast<double>(rewinds.size()), "", "Restarts that went back",
                                formatCount(static_cast<std::int64_t>(rewinds.size()))});
    finding.evidence.push_back({"steps_again", cost.steps, "steps", "Done again", stepsText(cost.steps)});
    if (timed)
        finding.evidence.push_back(
            {"seconds_again", cost.seconds, "s", "Their step time", formatElapsed(cost.seconds)});
    finding.evidence.push_back({"share", cost.share, "ratio", "Share of all steps", formatShare(cost.share)});
    if (stride > 1)
        finding.evidence.push_back(
            {"stride", stride, "steps", "Logged every", stepsText(stride) + "; those in between are counted"});
    finding.citedRoles = {roles::stepTime};
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    if (run.stepCount() < 2)
        return notApplicable("Steps are not logged, or only one.");
    const double stride = usualStride(run);
    const std::vector<Rewind> rewinds = rewindsIn(run, stride);
    if (rewinds.empty())
        return clearAnswer(run.attempts().size() > 1 ? "No restart goes back behind a step that was done."
                                                     : "The steps never go back: one attempt.");
    const Cost cost = costOf(run, rewinds, stride, job);
    if (job.canceled())
        return canceledAnswer();
    const double least = knobValue(resumeRewind, knobs, "share");
    if (cost.share < least || cost.steps <= 0)
        return clearAnswer("Restarts went back over " + stepsText(cost.steps) + ", " + formatShare(cost.share) +
                           " of all steps, below " + formatShare(least) + ".");
    return foundAnswer({findingOf(run, rewinds, cost, stride)});
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
