#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/balancecheck.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

/// A rate as printed and as it really was.
struct Pair {
    const Series* printed = nullptr;
    const Series* current = nullptr; ///< de-averaged; nullptr where that could not be done
};

Pair ratesOf(const Run& run) {
    for (const char* role : {roles::throughput, roles::drafterRate}) {
        Pair pair;
        for (const Series& series : run.series()) {
            if (series.role != role || series.size() == 0)
                continue;
            if (!series.derived && series.averaging == Averaging::sinceStart)
                pair.printed = &series;
            if (series.derived && series.averaging == Averaging::current)
                pair.current = &series;
        }
        if (pair.printed)
            return pair;
    }
    return {};
}

double medianOf(const Series& series) {
    std::vector<double> values;
    for (std::size_t i = 0; i < series.size(); ++i)
        if (std::isfinite(series.values[i]))
            values.push_back(series.inUnit(i));
    return numerics::median(values);
}

/// How long the printed rate is off: the last step at which it differs from the current one by more than `within`, and
/// what it said at the middle of that stretch.
struct Lag {
    std::int64_t firstStep = 0, lastStep = 0;
    std::int64_t exampleStep = 0;
    double example = std::numeric_limits<double>::quiet_NaN(); ///< printed there
    double current = std::numeric_limits<double>::quiet_NaN(); ///< median of the de-averaged rate
};

Lag lagOf(const Run& run, const Pair& rates, double within) {
    Lag lag;
    lag.current = medianOf(*rates.current);
    const Attempt& last = run.attempts().back();
    std::vector<std::size_t> off;
    std::size_t end = 0;
    for (std::size_t i = 0; i < rates.printed->size(); ++i) {
        const double value = rates.printed->inUnit(i);
        if (rates.printed->rowOf(i) < last.firstRow || !std::isfinite(value))
            continue;
        off.push_back(i);
        if (std::abs(value / lag.current - 1.0) > within)
            end = off.size();
    }
    off.resize(end);
    if (off.empty())
        return lag;
    const auto stepOf = [&](std::size_t i) {
        return run.rows().step[rates.printed->rowOf(i)];
    };
    const std::size_t middle = off[off.size() / 2];
    lag.firstStep = stepOf(off.front());
    lag.lastStep = std::max(lag.firstStep, stepOf(off.back()));
    lag.exampleStep = stepOf(middle);
    lag.example = rates.printed->inUnit(middle);
    return lag;
}

std::string rateText(double value, const Series& series) {
    return series.role == roles::drafterRate ? formatNumber(value, 2) + " batches/s" : formatThroughput(value);
}

/// "as_average_low" -> "As average low"
std::string titleOf(std::string name) {
    std::ranges::replace(name, '_', ' ');
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
    return name;
}

void addEvidence(const BalanceCheck& check, DetectorResult& result) {
    result.evidence.push_back({"balance", std::nan(""), "", "Balance", check.sentence});
    for (const BalanceFigure& figure : check.figures)
        if (std::isfinite(figure.value))
            result.evidence.push_back(
                {figure.name, figure.value, figure.unit, titleOf(figure.name),
                 figure.text.empty() ? formatNumber(figure.value, 3) + " " + figure.unit : figure.text});
}

Finding averagedFinding(const Run& run, const Pair& rates, double within) {
    const Lag lag = rates.current ? lagOf(run, rates, within) : Lag{};
    Finding finding = findingAt(averagedRate, run, {});
    finding.title = "printed rates are averages";
    finding.summary = "The printed rates are averages since the start of the process, so they lag behind what happens.";
    if (std::isfinite(lag.example)) {
        finding.firstStep = lag.firstStep;
        finding.lastStep = lag.lastStep;
        const bool tokens = rates.printed->role == roles::throughput;
        finding.summary += std::string(tokens ? " The printed throughput is " : " The printed drafter rate is ") +
                           rateText(lag.example, *rates.printed) + " at step " + formatCount(lag.exampleStep) +
                           ", where the current rate is " + rateText(lag.current, *rates.printed) + "; up to step " +
                           formatCount(lag.lastStep) + " the two differ by more than " + formatShare(within) + ".";
        finding.evidence.push_back({"printed", lag.example, rates.printed->unit, "Printed, halfway through the lag",
                                    rateText(lag.example, *rates.printed)});
        finding.evidence.push_back({"current", lag.current, rates.printed->unit, "Current (de-averaged), median",
                                    rateText(lag.current, *rates.printed)});
    }
    finding.onsetStep.reset();
    finding.citedRoles = {rates.printed->role};
    return finding;
}

Finding unbalancedFinding(const Run& run, const Pair& rates) {
    Finding finding = findingAt(averagedRate, run, {});
    finding.severity = Severity::warning;
    finding.lastStep = run.lastStep();
    finding.onsetStep.reset();
    finding.title = "printed rates do not balance";
    finding.summary = "The printed rates do not balance with what they count, neither as current rates nor as averages "
                      "since the start: units or counts are not what they seem.";
    if (rates.printed)
        finding.citedRoles = {rates.printed->role};
    return finding;
}

DetectorResult judged(const Run& run, const BalanceCheck& check, double within) {
    const Pair rates = ratesOf(run);
    DetectorResult result;
    if (!check.decided)
        result.outcome = Outcome::undecided;
    else if (check.kind == RateKind::current || (check.kind == RateKind::sinceStart && !rates.printed))
        result.outcome = Outcome::clear;
    else
        result.findings.push_back(check.kind == RateKind::sinceStart ? averagedFinding(run, rates, within)
                                                                     : unbalancedFinding(run, rates));
    result.reason = check.sentence;
    addEvidence(check, result);
    if (result.findings.empty())
        return result;
    result.outcome = Outcome::found;
    std::vector<Evidence>& evidence = result.findings.front().evidence;
    evidence.insert(evidence.end(), result.evidence.begin(), result.evidence.end());
    return result;
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const auto check = balanceCheck(run);
    if (job.canceled())
        return canceledAnswer();
    if (!check)
        return notApplicable(
            "Rates with elapsed stamps and what they count (steps, tokens) are not logged together, or "
            "too few of them.");
    return judged(run, *check, knobValue(averagedRate, knobs, "within"));
}

} // namespace

const Detector averagedRate{
    .code = "AVERAGED_RATE",
    .title = "Printed rates are averages since the start",
    .meaning = "A printed rate, the time and what was counted must balance: rate x time gives the count between two "
               "prints (a current rate), or since the start of the process (an average), over thirds of the longest "
               "attempt and with the rounding of all three. An average hides a change for as long as it took to build "
               "up, and a slow start makes it creep up for an hour although nothing changes. Clear when the rates are "
               "current, undecided when rounding allows both; a warning when they balance in neither way. The current "
               "rate is derived and shown beside the printed one.",
    .severity = Severity::info,
    .neededRoles = {roles::throughput},
    .needs = "elapsed stamps, and steps or a token counter",
    .knobs = {{"within", 0.05, 0.001, 1.0, "ratio", "Difference up to which printed and current rate agree."}},
    .suggestions = {"Read the de-averaged rate; compare runs at equal distance from their starts.",
                    "Do not wait for an average to settle: the current rate shows at once what it is."},
    .related = {"ETA_DRIFT", "PIPELINE_BOTTLENECK"},
    .examine = examine,
};

} // namespace tachograph
