#include "analysis/detectors/examinedrun.h"
#include "analysis/detectors/registry.h"

#include "analysis/core/text.h"
#include "analysis/detectors/stalls.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

constexpr double significance = 0.01;
constexpr std::size_t fewestSteps = 40;

std::string countText(std::size_t n) {
    return formatCount(static_cast<std::int64_t>(n));
}

bool significant(const StallCoincidence& stalls) {
    return !stalls.steps.empty() && stalls.p < significance;
}

/// "24 of 24 checkpoints coincide with slow steps (1.0 by chance)"
std::string coincidenceText(const StallCoincidence& stalls) {
    const bool inside = stalls.place == StallPlace::insideStep;
    return countText(stalls.steps.size()) + " of " + countText(stalls.checkpoints) + " checkpoints coincide with " +
           (inside ? "slow steps" : "gaps between the steps") + " (" + formatNumber(stalls.expected, 2) + " by chance)";
}

std::string rangeText(const std::vector<double>& seconds) {
    const auto [least, most] = std::ranges::minmax(seconds);
    return formatStepTime(least) + " to " + formatStepTime(most) + ", median " +
           formatStepTime(numerics::median(seconds));
}

void addEvidence(const StallCoincidence& stalls, std::vector<Evidence>& evidence) {
    if (stalls.looked == 0)
        return;
    const bool inside = stalls.place == StallPlace::insideStep;
    const std::string id = inside ? "inside_" : "outside_";
    const std::string where = inside ? "Slow steps" : "Gaps between steps";
    evidence.push_back(
        {id + "coincidences", static_cast<double>(stalls.steps.size()), "checkpoints", where, coincidenceText(stalls)});
    if (stalls.steps.empty())
        return;
    evidence.push_back(
        {id + "expected", stalls.expected, "checkpoints", where + ", by chance", formatNumber(stalls.expected, 2)});
    evidence.push_back({id + "p", stalls.p, "", where + ", hypergeometric p", formatNumber(stalls.p, 2)});
    evidence.push_back(
        {id + "seconds", stalls.total(), "s", where + ", time above the local median", formatElapsed(stalls.total())});
    evidence.push_back(
        {id + "median", numerics::median(stalls.seconds), "s", where + ", each", rangeText(stalls.seconds)});
}

/// The kinds of stalls that are told: those that are no coincidence.
std::vector<const StallCoincidence*> toldStalls(const Stalls& stalls) {
    std::vector<const StallCoincidence*> told;
    for (const StallCoincidence* kind : {&stalls.inside, &stalls.outside})
        if (significant(*kind))
            told.push_back(kind);
    return told;
}

Finding findingOf(const Stalls& stalls, double share, const std::vector<Evidence>& evidence) {
    Finding finding;
    finding.code = checkpointStall.code;
    finding.severity = checkpointStall.severity;
    std::vector<double> seconds;
    for (const StallCoincidence* kind : toldStalls(stalls)) {
        finding.summary += (finding.summary.empty() ? "" : "; ") + coincidenceText(*kind);
        finding.places.insert(finding.places.end(), kind->steps.begin(), kind->steps.end());
        seconds.insert(seconds.end(), kind->seconds.begin(), kind->seconds.end());
    }
    double total = 0.0;
    for (const double value : seconds)
        total += value;
    std::ranges::sort(finding.places);
    finding.places.erase(std::unique(finding.places.begin(), finding.places.end()), finding.places.end());
    finding.onsetStep = finding.places.front();
    finding.firstStep = finding.places.front();
    finding.lastStep = finding.places.back();
    finding.title = countText(finding.places.size()) + " checkpoints stall, " + formatShare(share) + " of time";
    finding.summary += ", " + rangeText(seconds) + ". They take " + formatElapsed(total) + ", " + formatShare(share) +
                       " of the run's time.";
    finding.evidence = evidence;
    finding.suggestions = checkpointStall.suggestions;
    finding.related = checkpointStall.related;
    finding.citedRoles = {roles::stepTime};
    return finding;
}

std::string clearReason(const Stalls& stalls, double share, double limit) {
    std::string text = coincidenceText(stalls.inside);
    if (!stalls.outside.steps.empty())
        text += ", " + coincidenceText(stalls.outside);
    text += "; these stalls take " + formatShare(share) + " of the run's time";
    if (share < limit)
        text += ", below " + formatShare(limit);
    if (share > 0 && toldStalls(stalls).empty())
        text += ", and chance is not ruled out (p = " +
                formatNumber(stalls.inside.steps.empty() ? stalls.outside.p : stalls.inside.p, 2) + ", " +
                formatNumber(significance, 2) + " is needed)";
    text += ".";
    if (stalls.outside.looked == 0)
        text += " Stalls between the steps cannot be seen: time stamps are not logged.";
    return text;
}

/// One sentence; empty when the run can be judged.
std::string whyNotApplicable(const Run& run, const Series* stepTime) {
    if (!stepTime)
        return "Step time is not logged and cannot be derived.";
    if (stepTime->averaging == Averaging::sinceStart)
        return "Step time is logged only as an average since the start, which hides single steps.";
    if (checkpointSteps(run).empty())
        return "Checkpoints are not logged.";
    return {};
}

DetectorResult examine(const ExaminedRun& examined, const KnobValues& knobs, const Job& job) {
    const Run& run = examined.run();
    const double limit = knobValue(checkpointStall, knobs, "share");
    DetectorResult result;
    const Series* stepTime = run.forRole(roles::stepTime);
    result.reason = whyNotApplicable(run, stepTime);
    if (!result.reason.empty())
        return result;
    const Stalls stalls = findStalls(examined.stepTimes(), job);
    if (job.canceled()) {
        result.outcome = Outcome::canceled;
        result.reason = canceledMessage;
        return result;
    }
    if (stalls.steps < fewestSteps || stalls.inside.checkpoints == 0) {
        result.reason = countText(stalls.steps) + " steps with a step time and " +
                        countText(stalls.inside.checkpoints) + " checkpoints among them; 40 steps and one are needed.";
        return result;
    }
    const bool told = !toldStalls(stalls).empty();
    const double share =
        told ? stalls.share(significant(stalls.inside), significant(stalls.outside)) : stalls.share(true, true);
    addEvidence(stalls.inside, result.evidence);
    addEvidence(stalls.outside, result.evidence);
    result.evidence.push_back({"share", share, "ratio", "Share of the run's time", formatShare(share)});
    result.outcome = told && share >= limit ? Outcome::found : Outcome::clear;
    result.reason = clearReason(stalls, share, limit);
    if (result.outcome == Outcome::found) {
        result.findings.push_back(findingOf(stalls, share, result.evidence));
        result.reason = result.findings.front().summary;
    }
    return result;
}

} // namespace

const Detector checkpointStall{
    .code = "CHECKPOINT_STALL",
    .title = "Checkpoints hold the run up",
    .meaning = "Steps at checkpoints are slow, or the run waits between steps while a checkpoint is written. Slow "
               "means above the "
               "local median of 51 steps by more than 4 scaled median absolute deviations; gaps are wall clock minus "
               "step time. Found "
               "when slow places coincide with checkpoints more often than by chance (hypergeometric p < 0.01) and the "
               "stalls take at "
               "least `share` of the run's time; below that it is clear, with the figure.",
    .severity = Severity::info,
    .neededRoles = {roles::stepTime},
    .knobs = {{"share", 0.1, 0.001, 1.0, "ratio", "Least share of the run's time that the stalls take."}},
    .suggestions = {"Write checkpoints asynchronously, or less often.",
                    "Check the file system that checkpoints go to, and how many ranks write at once.",
                    "If the stalls grow, look at the space left and at the retention of old checkpoints."},
    .related = {"THROUGHPUT_ROT"},
    .examine = examine,
    // Printed by: bench_simulation --detectors 1000
    .simulation = Simulation{0.999, "1,000 runs with stalls at checkpoints, 10 to 50 % of the time; 1,000 with less "
                                    "than 10 %, or as much at other steps"},
};

} // namespace tachograph
