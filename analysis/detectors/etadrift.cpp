#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/derive/derivation.h"
#include "analysis/run/roles.h"
#include "analysis/run/xaxis.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t fewestPrints = 20;

/// Prints of the last attempt behind the first tenth (a start-up): elapsed time, ETA, and their sum, the predicted end.
struct Predictions {
    std::vector<double> end;
    double lastEta = nan;
    std::int64_t firstStep = 0, lastStep = 0;
};

Predictions predictionsOf(const Run& run, const Series& eta, const Job& job) {
    Predictions result;
    const std::vector<double> elapsed = positionsOnAxis(run, XAxis::elapsed);
    const Attempt& last = run.attempts().back();
    const std::uint32_t from = last.firstRow + (last.endRow - last.firstRow) / 10;
    if (elapsed.empty() || job.canceled())
        return result;
    for (std::size_t i = 0; i < eta.size(); ++i) {
        const std::uint32_t row = eta.rowOf(i);
        const double seconds = eta.inUnit(i);
        if (row < from || !std::isfinite(seconds) || !std::isfinite(elapsed[row]) || run.rows().isCut(row))
            continue;
        if (result.end.empty())
            result.firstStep = run.rows().step[row];
        result.lastStep = run.rows().step[row];
        result.lastEta = seconds;
        result.end.push_back(elapsed[row] + seconds);
    }
    return result;
}

/// Median over the last fifth of the finite values of a series.
double lateMedian(const Run& run, const Series& series) {
    std::vector<double> values;
    for (std::size_t i = 0; i < series.size(); ++i)
        if (std::isfinite(series.values[i]) && !run.rows().isCut(series.rowOf(i)))
            values.push_back(series.inUnit(i));
    const std::size_t fifth = std::max<std::size_t>(1, values.size() / 5);
    return values.empty() ? nan : numerics::median(std::span(values).last(fifth));
}

double lastValue(const Series& series) {
    for (std::size_t i = series.size(); i-- > 0;)
        if (std::isfinite(series.values[i]))
            return series.inUnit(i);
    return nan;
}

/// This trainer prints remaining batches / average target rate; over the rate at which the drafter takes them it is
/// what is really left. NaN for other trainers, whose definition is not known.
double impliedEta(const Run& run, double printedEta) {
    const Series* target = derive::averagedSinceStart(run, roles::targetRate);
    const Series* drafter = derive::current(run, roles::drafterRate);
    if (run.format() != "dflash_console" || !target || !drafter)
        return nan;
    const double rate = lateMedian(run, *drafter);
    return rate > 0 ? printedEta * lastValue(*target) / rate : nan;
}

struct Drift {
    double early = nan, late = nan; ///< predicted end, seconds after the start: fifths of the prints
    double printed = nan, implied = nan;
    [[nodiscard]] double factor() const { return std::isfinite(implied) ? implied / printed : late / early; }
};

std::string etaText(double seconds) {
    return seconds >= 86'400 ? formatEta(seconds) : formatElapsed(seconds);
}

/// "The printed ETA is 15.7 d, 26.8 d at the current rate (×1.71)"
std::string driftText(const Drift& drift) {
    if (std::isfinite(drift.implied))
        return "The printed ETA is " + etaText(drift.printed) + "; at the current rate it is " +
               etaText(drift.implied) + " (" + formatFactor(drift.factor()) + ")";
    return "The predicted end moved from " + etaText(drift.early) + " to " + etaText(drift.late) +
           " after the start (" + formatFactor(drift.factor()) + ")";
}

void addEvidence(const Drift& drift, std::vector<Evidence>& evidence) {
    const auto add = [&](const char* name, double value, const char* title) {
        if (std::isfinite(value))
            evidence.push_back({name, value, "s", title, etaText(value)});
    };
    add("printed_eta", drift.printed, "Printed ETA, last");
    add("implied_eta", drift.implied, "ETA at the current rate");
    add("early_end", drift.early, "Predicted total, early fifth");
    add("late_end", drift.late, "Predicted total, late fifth");
    evidence.push_back({"eta_factor", drift.factor(), "ratio", "Factor", formatFactor(drift.factor())});
}

DetectorResult judged(const Run& run, const Predictions& predictions, const Drift& drift, double ratio) {
    DetectorResult result;
    addEvidence(drift, result.evidence);
    result.outcome = drift.factor() >= ratio ? Outcome::found : Outcome::clear;
    result.reason =
        driftText(drift) + (result.outcome == Outcome::clear ? ", below " + formatFactor(ratio) + "." : ".");
    if (result.outcome == Outcome::clear)
        return result;
    Finding finding = findingAt(etaDrift, run, {predictions.firstStep, predictions.lastStep});
    finding.places.clear();
    finding.title = "ETA " + etaText(drift.printed) + ", really " +
                    (std::isfinite(drift.implied) ? etaText(drift.implied) : "later");
    finding.summary = result.reason;
    if (std::isfinite(drift.implied))
        finding.summary +=
            " It is reckoned with the average rate of the target, which runs ahead while the queue fills.";
    if (std::isfinite(drift.implied) && drift.late >= drift.early * ratio)
        finding.summary += " Between the early and the late prints the predicted end moved from " +
                           etaText(drift.early) + " to " + etaText(drift.late) + ".";
    finding.evidence = result.evidence;
    finding.citedRoles = {roles::eta};
    result.findings.push_back(std::move(finding));
    return result;
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const Series* eta = run.forRole(roles::eta);
    if (!eta || run.attempts().empty())
        return notApplicable("An ETA is not logged.");
    const Predictions predictions = predictionsOf(run, *eta, job);
    if (job.canceled())
        return canceledAnswer();
    if (predictions.end.size() < fewestPrints)
        return notApplicable("Fewer than 20 printed ETAs with an elapsed time after the start-up.");
    Drift drift;
    const std::size_t fifth = predictions.end.size() / 5;
    drift.early = numerics::median(std::span(predictions.end).first(fifth));
    drift.late = numerics::median(std::span(predictions.end).last(fifth));
    drift.printed = predictions.lastEta;
    drift.implied = impliedEta(run, predictions.lastEta);
    if (!(drift.early > 0) || !(drift.printed > 0) || !std::isfinite(drift.factor()))
        return notApplicable("The printed ETA is zero or negative.");
    return judged(run, predictions, drift, knobValue(etaDrift, knobs, "ratio"));
}

} // namespace

const Detector etaDrift{
    .code = "ETA_DRIFT",
    .title = "The printed ETA is not what the pace gives",
    .meaning = "An ETA that is right falls by a second a second, so the predicted end stays. Found when the predicted "
               "end of the last fifth of the prints lies later than that of the first by `ratio` (the first tenth, a "
               "start-up, left out). Where the trainer's own formula is known (DFlash: remaining batches over the "
               "average rate of the target), the ETA at the current rate of the drafter is worked out instead and "
               "compared with the printed one. Ends that move earlier are clear.",
    .severity = Severity::warning,
    .neededRoles = {roles::eta},
    .needs = "elapsed time",
    .knobs = {{"ratio", 1.2, 1.01, 10.0, "ratio", "Least factor between the true and the printed time."}},
    .suggestions = {"Plan with remaining work over the current rate.",
                    "Look at what limits the pipeline: see PIPELINE_BOTTLENECK."},
    .related = {"AVERAGED_RATE", "PIPELINE_BOTTLENECK", "THROUGHPUT_ROT"},
    .examine = examine,
};

} // namespace tachograph
