#include "analysis/core/text.h"
#include "analysis/detectors/steptimetrend.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

using numerics::Shape;
using numerics::TrendVerdict;

double count(std::size_t n) {
    return static_cast<double>(n);
}
std::string countText(std::size_t n) {
    return formatCount(static_cast<std::int64_t>(n));
}

const char* shapeName(Shape shape) {
    switch (shape) {
    case Shape::flat:
        return "flat";
    case Shape::oneShift:
        return "one shift";
    case Shape::twoShifts:
        return "two shifts";
    case Shape::line:
        return "line";
    case Shape::hinge:
        return "hinge";
    case Shape::lineWithShift:
        return "line and shift";
    }
    return "";
}

/// "12 checkpoint steps, 3 warm-up steps", or "none".
std::string leftOutText(const LeftOut& leftOut) {
    std::string text;
    const auto add = [&](std::size_t n, const char* what) {
        if (n > 0)
            text += (text.empty() ? "" : ", ") + countText(n) + " " + what;
    };
    add(leftOut.checkpoint, "at checkpoints");
    add(leftOut.warmUp, "in warm-up");
    add(leftOut.notFinite, "without a finite value");
    add(leftOut.shortAttempts, "in very short attempts");
    add(leftOut.partPeriods, "in periods that are not whole");
    add(leftOut.otherTrainings, "of other trainings");
    return text.empty() ? "none" : text;
}

void addLeftOut(std::vector<Evidence>& evidence, const LeftOut& leftOut) {
    const std::size_t all = leftOut.checkpoint + leftOut.warmUp + leftOut.notFinite + leftOut.shortAttempts +
                            leftOut.partPeriods + leftOut.otherTrainings;
    evidence.push_back({"left_out", count(all), "steps", "Left out", leftOutText(leftOut)});
    evidence.push_back({"left_out_checkpoint", count(leftOut.checkpoint), "steps", "Left out at checkpoints",
                        countText(leftOut.checkpoint)});
    evidence.push_back(
        {"left_out_warm_up", count(leftOut.warmUp), "steps", "Left out as warm-up", countText(leftOut.warmUp)});
}

void addAttempts(std::vector<Evidence>& evidence, const StepTimeTrend& trend) {
    if (trend.steps->stitched < 2)
        return;
    double sum = 0.0;
    for (const numerics::BoundaryJump& jump : trend.verdict.jumps)
        sum += jump.size;
    evidence.push_back({"attempts_stitched", count(trend.steps->stitched), "", "Stitched",
                        countText(trend.steps->stitched) + " attempts, offsets removed"});
    evidence.push_back({"factor_as_logged", trend.verdict.late / trend.verdict.early, "ratio", "Factor as logged",
                        formatFactor(trend.verdict.late / trend.verdict.early)});
    evidence.push_back(
        {"jumps_at_boundaries", std::exp(sum), "ratio", "Jumps at restarts, together", formatFactor(std::exp(sum))});
}

} // namespace

std::string reportLine(const StepTimeTrend& trend) {
    const TrendVerdict& verdict = trend.verdict;
    const double steps = std::max(1.0, stepDistance(trend.steps->step.front(), trend.steps->step.back()));
    const double perStep = std::expm1(verdict.contest.bestSlope().slopeRise / steps);
    std::string text =
        formatFactor(verdict.factor) + " over " + formatNumber(steps + 1.0, 7) + " steps; " + (perStep < 0 ? "" : "+") +
        formatNumber(100.0 * perStep, 2) + "\xE2\x80\xAF%/step; slope explains " + formatShare(verdict.slopeShare) +
        "; D=" + formatNumber(verdict.contest.slopeEvidence(), 3) + "; phi=" + formatNumber(verdict.memory.phi, 2) +
        ", n=" + countText(verdict.count) + ", n_eff=" + formatCount(std::llround(verdict.effective));
    if (trend.steps->period > 1)
        text += "; means of " + countText(trend.steps->period) + " steps";
    if (trend.steps->leftOut.checkpoint > 0)
        text += "; " + countText(trend.steps->leftOut.checkpoint) + " checkpoint steps left out";
    return text;
}

std::vector<Evidence> verdictEvidence(const StepTimeTrend& trend) {
    const TrendVerdict& verdict = trend.verdict;
    std::vector<Evidence> evidence;
    if (trend.steps->step.empty())
        return evidence;
    evidence.push_back({"early_median", verdict.early, "s", "Step time, first fifth", formatStepTime(verdict.early)});
    evidence.push_back({"late_median", verdict.late, "s", "Step time, last fifth", formatStepTime(verdict.late)});
    evidence.push_back({"factor", verdict.factor, "ratio", "Factor", formatFactor(verdict.factor)});
    if (verdict.kind == numerics::TrendKind::tooShort) {
        evidence.push_back(
            {"n", count(trend.steps->step.size()), "steps", "Steps used", countText(trend.steps->step.size())});
        return evidence;
    }
    const double d = verdict.contest.slopeEvidence();
    const char* level = shapeName(verdict.contest.bestLevel().shape);
    const char* slope = shapeName(verdict.contest.bestSlope().shape);
    evidence.push_back({"decision_d", d, "BIC", "Creep or shift",
                        "D = " + formatNumber(d, 3) + " (" + slope + " against " + level + ")"});
    evidence.push_back({"change_bic", verdict.contest.changeEvidence(), "BIC", "Change against flat",
                        formatNumber(verdict.contest.changeEvidence(), 3)});
    if (verdict.levelChance < 1.0)
        evidence.push_back({"level_chance", verdict.levelChance, "ratio", "Levels would do as well",
                            "in " + formatShare(verdict.levelChance) + " of simulated series or fewer"});
    if (!std::isnan(verdict.lineOdds))
        evidence.push_back({"line_odds", verdict.lineOdds, "", "A line against a level that wanders",
                            "log odds " + formatNumber(verdict.lineOdds, 2)});
    evidence.push_back({"slope_share", verdict.slopeShare, "ratio", "Slope explains", formatShare(verdict.slopeShare)});
    evidence.push_back(
        {"mk_p", verdict.trend.pRising, "", "Mann-Kendall p, rising", formatNumber(verdict.trend.pRising, 2)});
    evidence.push_back({"phi", verdict.memory.phi, "", "Lag-1 correlation", formatNumber(verdict.memory.phi, 2)});
    evidence.push_back({"n", count(verdict.count), "steps", "Steps used", countText(verdict.count)});
    evidence.push_back(
        {"n_eff", verdict.effective, "", "Independent steps", formatCount(std::llround(verdict.effective))});
    if (trend.steps->period > 1)
        evidence.push_back({"saw_tooth_period", count(trend.steps->period), "steps", "Saw-tooth",
                            "judged by whole periods of " + countText(trend.steps->period) + " steps"});
    addLeftOut(evidence, trend.steps->leftOut);
    addAttempts(evidence, trend);
    evidence.push_back({"report", std::numeric_limits<double>::quiet_NaN(), "", "In one line", reportLine(trend)});
    return evidence;
}

std::vector<FitLine> fitLines(const StepTimeTrend& trend) {
    if (trend.verdict.slopeCurve.empty())
        return {};
    const auto line = [&](FitLine::Kind kind, const std::vector<numerics::TrendPoint>& points) {
        FitLine fit{kind, roles::stepTime, {}, {}};
        for (const numerics::TrendPoint& point : points) {
            const auto below = static_cast<std::size_t>(std::max(0.0, std::floor(point.index)));
            const std::size_t above = std::min(below + 1, trend.steps->step.size() - 1);
            const double part = point.index - static_cast<double>(below);
            const auto at = static_cast<double>(trend.steps->step[below]);
            fit.step.push_back(at + part * (static_cast<double>(trend.steps->step[above]) - at));
            fit.value.push_back(point.value);
        }
        return fit;
    };
    return {line(FitLine::Kind::creep, trend.verdict.slopeCurve), line(FitLine::Kind::shift, trend.verdict.levelCurve)};
}

std::vector<std::string> verdictBadges(const StepTimeTrend& trend) {
    const bool judged = trend.verdict.kind != numerics::TrendKind::tooShort;
    return judged && trend.verdict.lowEvidence() ? std::vector<std::string>{"low-evidence"}
                                                 : std::vector<std::string>{};
}

} // namespace tachograph
