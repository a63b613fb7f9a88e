#include "analysis/detectors/examinedrun.h"
#include "analysis/detectors/registry.h"

#include "analysis/core/text.h"
#include "analysis/detectors/coincidence.h"
#include "analysis/detectors/confidence.h"
#include "analysis/detectors/cost.h"
#include "analysis/detectors/steptimetrend.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace tachograph {

namespace {

using numerics::LevelShift;
using numerics::TrendKind;
using numerics::TrendVerdict;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::string shiftText(const LevelShift& shift, std::int64_t step) {
    return formatFactor(shift.after / shift.before) + " at step " + formatCount(step) + " (" +
           formatStepTime(shift.before) + " to " + formatStepTime(shift.after) + ")";
}

/// Median of a series over the steps of the trend before and after a shift: a factor, NaN when not logged.
double factorAcross(const Run& run, const StepTimeTrend& trend, std::size_t shiftIndex, const char* role) {
    const Series* series = run.forRole(role);
    if (!series || series->averaging == Averaging::sinceStart)
        return nan;
    const auto& shifts = trend.verdict.shifts;
    const std::int64_t from = shiftIndex == 0 ? trend.steps->step.front() : trend.stepAt(shifts[shiftIndex - 1].at);
    const std::int64_t at = trend.stepAt(shifts[shiftIndex].at);
    const bool isLast = shiftIndex + 1 == shifts.size();
    const std::int64_t to = isLast ? trend.steps->step.back() : trend.stepAt(shifts[shiftIndex + 1].at - 1);
    std::vector<double> before, after;
    for (std::size_t i = 0; i < series->size(); ++i) {
        const std::uint32_t row = series->rowOf(i);
        const std::int64_t step = run.rows().step[row];
        if (std::isfinite(series->values[i]) && !run.rows().isSuperseded(row) && step >= from && step <= to)
            (step < at ? before : after).push_back(series->inUnit(i));
    }
    return numerics::median(after) / numerics::median(before);
}

void describeShift(const Run& run, const StepTimeTrend& trend, std::size_t index, std::int64_t step, Finding& finding) {
    const LevelShift& shift = trend.verdict.shifts[index];
    const std::string number = std::to_string(index + 1);
    finding.evidence.push_back(
        {"shift_" + number, shift.after / shift.before, "ratio", "Shift " + number, shiftText(shift, step)});
    const auto reach = static_cast<std::int64_t>(trend.verdict.shiftReach() * trend.steps->period);
    const Coincidence events = eventsNear(run, trend, step, reach);
    finding.evidence.push_back({"coincides_" + number, static_cast<double>(events.count), "events",
                                "Events within " + formatCount(reach) + " steps of it",
                                events.count == 0 ? "none logged" : events.text});
    if (events.count > 0)
        finding.summary += " It coincides with " + events.text + ".";
    else
        finding.summary += " No logged event coincides with it.";
    const double length = factorAcross(run, trend, index, roles::completionLength);
    finding.evidence.push_back({"length_ratio_" + number, length, "ratio", "Completion length across it",
                                std::isfinite(length) ? formatFactor(length) : "not logged"});
    finding.summary += std::isfinite(length) ? " Completion length across it: " + formatFactor(length) + "."
                                             : " Completion length is not logged.";
    for (const char* role : {roles::generationTime, roles::optimizationTime}) {
        const double factor = factorAcross(run, trend, index, role);
        if (std::isfinite(factor))
            finding.evidence.push_back({std::string(role) + "_ratio_" + number, factor, "ratio",
                                        roleInfo(role).title + " across it", formatFactor(factor)});
    }
}

Finding findingOf(const ExaminedRun& examined, const StepTimeTrend& trend, const Job& job) {
    const Run& run = examined.run();
    const TrendVerdict& verdict = trend.verdict;
    Finding finding;
    finding.code = stepTimeShift.code;
    finding.severity = stepTimeShift.severity;
    std::vector<std::int64_t> steps;
    for (const LevelShift& shift : verdict.shifts)
        steps.push_back(stepOfShift(run, trend, shift));
    finding.onsetStep = steps.front();
    finding.firstStep = steps.front();
    finding.lastStep = std::max(steps.front(), trend.steps->step.back());
    finding.badges = verdictBadges(trend);
    if (verdict.transient)
        finding.badges.push_back("transient");
    finding.title = "shift " + formatFactor(verdict.factor) + " at step " + formatCount(steps.front()) +
                    (steps.size() > 1 ? ", " + formatCount(steps.back()) : "");
    finding.summary = "Step time shifts " + shiftText(verdict.shifts.front(), steps.front()) +
                      (steps.size() > 1 ? " and " + shiftText(verdict.shifts.back(), steps.back()) : "") +
                      "; it does not creep.";
    finding.evidence = verdictEvidence(trend);
    for (std::size_t i = 0; i < steps.size(); ++i)
        describeShift(run, trend, i, steps[i], finding);
    std::ranges::move(costEvidence(examined, *finding.onsetStep, finding.lastStep, job),
                      std::back_inserter(finding.evidence));
    if (const auto confidence = simulatedConfidence(verdict)) {
        finding.confidence = confidence->share;
        finding.evidence.push_back({"confidence_cell", nan, "", "Confidence from simulation", confidence->cell});
    }
    finding.suggestions = stepTimeShift.suggestions;
    finding.related = stepTimeShift.related;
    finding.citedRoles = {roles::stepTime};
    return finding;
}

/// Level changes at restarts were taken off before the verdict; here they are told apart.
std::string restartNote(const StepTimeTrend& trend, double ratio) {
    for (const numerics::BoundaryJump& jump : trend.verdict.jumps)
        if (std::abs(jump.size) >= std::log(ratio))
            return " At the restart at step " + formatCount(trend.stepAt(jump.at)) + " the level changes by " +
                   formatFactor(std::exp(jump.size)) + ".";
    return {};
}

std::string clearReason(const Run& run, const StepTimeTrend& trend, double ratio) {
    const TrendVerdict& verdict = trend.verdict;
    if (verdict.kind == TrendKind::creep)
        return "Step time creeps instead of shifting: see THROUGHPUT_ROT.";
    std::string text;
    if (verdict.transient)
        text = "Transient: step time goes up " +
               shiftText(verdict.shifts[0], stepOfShift(run, trend, verdict.shifts[0])) + " and down again, " +
               shiftText(verdict.shifts[1], stepOfShift(run, trend, verdict.shifts[1])) + "; f";
    else
        text = "F";
    text += "irst to last fifth " + formatFactor(verdict.factor) + " over " +
            formatCount(static_cast<std::int64_t>(verdict.count)) + " steps";
    text +=
        verdict.bigEnough ? ", but a flat line fits as well as any change." : ", below " + formatFactor(ratio) + ".";
    return text + restartNote(trend, ratio);
}

DetectorResult examine(const ExaminedRun& examined, const KnobValues& knobs, const Job& job) {
    const Run& run = examined.run();
    const double ratio = knobValue(stepTimeShift, knobs, "ratio");
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
    case TrendKind::shift:
        result.outcome = Outcome::found;
        result.findings.push_back(findingOf(examined, trend, job));
        result.fits = fitLines(trend);
        result.reason = reportLine(trend) + "." + restartNote(trend, ratio);
        break;
    case TrendKind::undecided:
        result.outcome = Outcome::undecided;
        result.reason = "Step time rises " + formatFactor(trend.verdict.factor) +
                        "; a level shift and a creep fit about equally well (D = " +
                        formatNumber(trend.verdict.contest.slopeEvidence(), 2) + ").";
        break;
    default:
        result.outcome = Outcome::clear;
        result.reason = clearReason(run, trend, ratio);
        if (trend.verdict.transient)
            result.badges.push_back("transient");
    }
    return result;
}

} // namespace

const Detector stepTimeShift{
    .code = "STEP_TIME_SHIFT",
    .title = "Step time shifted to a higher level",
    .meaning = "Step time went up at one or two moments and stayed there, as after a change of the configuration, of "
               "the data or of "
               "the machines: a level, not a creep. Decided by the same contest of shapes as THROUGHPUT_ROT. The step "
               "is refined "
               "within one block; logged events that lie within one block are named, with the number expected by "
               "chance. A rise that "
               "goes back down is noted as transient. A change of level at a restart is told, but not judged here.",
    .severity = Severity::info,
    .neededRoles = {roles::stepTime},
    .knobs = {{"ratio", 1.4, 1.05, 10.0, "ratio", "Least factor from the first to the last fifth of the steps."}},
    .suggestions = {"Compare the configuration and the environment before and after that step.",
                    "Lay the phases of the step side by side before and after it.",
                    "Compare completion length and batch size across it."},
    .related = {"THROUGHPUT_ROT"},
    .examine = examine,
};

} // namespace tachograph
