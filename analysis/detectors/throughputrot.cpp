#include "analysis/detectors/examinedrun.h"
#include "analysis/detectors/registry.h"

#include "analysis/core/text.h"
#include "analysis/detectors/confidence.h"
#include "analysis/detectors/rotattribution.h"
#include "analysis/detectors/steptimetrend.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <limits>

namespace tachograph {

namespace {

using numerics::TrendKind;

std::string fromEarlyToLate(const StepTimeTrend& trend) {
    return "from " + formatStepTime(trend.verdict.early) + " to " + formatStepTime(trend.verdict.late);
}

std::string summaryOf(const StepTimeTrend& trend, const RotAttribution& attribution) {
    std::string text = "Step time creeps " + fromEarlyToLate(trend);
    if (trend.steps->stitched > 1)
        text += " (" + formatFactor(trend.verdict.factor) + " within " +
                formatCount(static_cast<std::int64_t>(trend.steps->stitched)) +
                " attempts, jumps at restarts taken off)";
    text += ". " + attributionSentence(attribution);
    if (attribution.flatThroughput())
        text +=
            " Throughput stayed flat (" + formatFactor(attribution.throughput.ratio()) + "): flat tok/s hides the rot.";
    return text;
}

Finding findingOf(const ExaminedRun& examined, const StepTimeTrend& trend, const Job& job) {
    const RotAttribution attribution = attributeRise(examined, trend, job);
    Finding finding;
    finding.code = throughputRot.code;
    finding.severity = throughputRot.severity;
    finding.onsetStep = trend.stepAt(trend.verdict.onset);
    finding.firstStep = *finding.onsetStep;
    finding.lastStep = std::max(*finding.onsetStep, trend.steps->step.back());
    finding.badges = verdictBadges(trend);
    finding.title = "creep " + formatFactor(trend.verdict.factor) + " from step " + formatCount(*finding.onsetStep);
    finding.summary = summaryOf(trend, attribution);
    finding.evidence = verdictEvidence(trend);
    std::ranges::move(attributionEvidence(attribution), std::back_inserter(finding.evidence));
    if (const auto confidence = simulatedConfidence(trend.verdict)) {
        finding.confidence = confidence->share;
        finding.evidence.push_back({"confidence_cell", std::numeric_limits<double>::quiet_NaN(), "",
                                    "Confidence from simulation", confidence->cell});
    }
    finding.suggestions = attributionSuggestions(attribution);
    finding.related = attributionRelated(attribution);
    finding.citedRoles = attributionRoles(attribution);
    return finding;
}

std::string clearReason(const Run& run, const StepTimeTrend& trend, double ratio) {
    const numerics::TrendVerdict& verdict = trend.verdict;
    if (verdict.kind == TrendKind::shift)
        return "The rise (" + formatFactor(verdict.factor) + ") is a level shift at step " +
               formatCount(stepOfShift(run, trend, verdict.shifts.front())) + ", not a creep: see STEP_TIME_SHIFT.";
    const std::string size = "First to last fifth " + formatFactor(verdict.factor) + " over " +
                             formatCount(static_cast<std::int64_t>(verdict.count)) + " steps";
    if (!verdict.bigEnough)
        return size + ", below " + formatFactor(ratio) + ".";
    return size + ", but a flat line fits as well as any change.";
}

DetectorResult examine(const ExaminedRun& examined, const KnobValues& knobs, const Job& job) {
    const Run& run = examined.run();
    const double ratio = knobValue(throughputRot, knobs, "ratio");
    const auto judged = examined.trend(ratio, job);
    const StepTimeTrend& trend = *judged;
    DetectorResult result;
    if (job.canceled()) {
        result.outcome = Outcome::canceled;
        result.reason = canceledMessage;
        return result;
    }
    result.evidence = verdictEvidence(trend);
    if (!trend.notApplicable.empty()) {
        result.reason = trend.notApplicable;
        return result;
    }
    result.badges = verdictBadges(trend);
    switch (trend.verdict.kind) {
    case TrendKind::creep:
        result.outcome = Outcome::found;
        result.findings.push_back(findingOf(examined, trend, job));
        result.fits = fitLines(trend);
        result.reason = reportLine(trend) + ".";
        break;
    case TrendKind::undecided:
        result.outcome = Outcome::undecided;
        result.fits = fitLines(trend);
        result.reason = "Step time rises " + fromEarlyToLate(trend) +
                        "; a creep and a level shift fit about equally well (D = " +
                        formatNumber(trend.verdict.contest.slopeEvidence(), 2) + ").";
        break;
    default:
        result.outcome = Outcome::clear;
        result.reason = clearReason(run, trend, ratio);
    }
    return result;
}

} // namespace

const Detector throughputRot{
    .code = "THROUGHPUT_ROT",
    .title = "Step time is creeping up",
    .meaning =
        "Steps take longer and longer, so the run delivers less training per GPU-hour. A symptom: the finding says "
        "what "
        "the rise goes along with (completion length, its tail, a phase of the step) and what it cost. Decided on "
        "block "
        "medians of the logarithm: the last fifth is at least `ratio` times the first, and a sloped shape (line, "
        "hinge, "
        "line with a shift) carries at least half of the rise, describes the series better than flat levels with up to "
        "two shifts do (BIC, with the memory of the noise) by more than noise around two shifts does in 95 % of "
        "simulated "
        "series, and passes a Mann-Kendall test corrected for memory. A single step up is STEP_TIME_SHIFT. Attempts of "
        "one "
        "job have a level each, so a jump at a restart is no slope; a saw-tooth is judged by whole periods; warm-up "
        "and "
        "checkpoint steps are left out.",
    .severity = Severity::info,
    .neededRoles = {roles::stepTime},
    .knobs = {{"ratio", 1.4, 1.05, 10.0, "ratio", "Least factor from the first to the last fifth of the steps."}},
    .suggestions =
        {"If completions grew, treat REWARD_HACK_LENGTH or TRUNCATION_STARVE; step time then recovers by itself.",
         "If the length is flat, profile the split of the step.",
         "Look at data loading, memory fragmentation, checkpoint writing and thermal throttling."},
    .related = {"REWARD_HACK_LENGTH", "TRUNCATION_STARVE", "STEP_TIME_SHIFT", "CHECKPOINT_STALL"},
    .examine = examine,
};

} // namespace tachograph
