#include "analysis/comparison/comparisonfindings.h"

#include "analysis/comparison/bottleneck.h"
#include "analysis/core/text.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

/// Below this share of A's rate the training is not worth going on with.
constexpr double severeFactor = 0.5;
/// What is left over must be more than the fit of the expectation.
constexpr double leftOver = 0.9;
/// A printed ETA farther off than this misleads; less is ordinary drift.
constexpr double etaDrift = 0.2;

Finding make(const Comparison& comparison, std::string code, Severity severity, std::string title,
             std::string summary) {
    Finding finding;
    finding.code = std::move(code);
    finding.severity = severity;
    finding.firstStep = comparison.b->firstStep();
    finding.lastStep = comparison.b->lastStep();
    finding.title = std::move(title);
    finding.summary = std::move(summary);
    return finding;
}

Evidence figure(std::string name, double value, std::string unit, std::string title) {
    std::string text = formatQuantity(value, unit);
    return {std::move(name), value, std::move(unit), std::move(title), std::move(text)};
}

Evidence factor(std::string name, double value, std::string title) {
    return {std::move(name), value, "", std::move(title), formatFactor(value)};
}

/// Slower by the verdict, or, where steps are too few, at every equal distance.
bool isSlower(const Comparison& comparison) {
    if (comparison.verdict == Verdict::worse)
        return true;
    const auto& matched = comparison.matched;
    return comparison.verdict == Verdict::tooFew && matched && matched->of >= 5 && matched->slower == matched->of &&
           matched->high < 0.97;
}

/// Speed of B over A: at equal work, else at equal distance.
double speedFactor(const Comparison& comparison) {
    if (comparison.verdict == Verdict::tooFew && comparison.matched)
        return comparison.matched->factor;
    const double slower =
        std::isfinite(comparison.equalWork.effect) ? comparison.equalWork.effect : comparison.headlineMetric.effect;
    return 1.0 / (1.0 + slower);
}

void addRate(std::vector<Finding>& findings, const Comparison& comparison) {
    if (!isSlower(comparison))
        return;
    const double speed = speedFactor(comparison);
    const bool few = comparison.verdict == Verdict::tooFew;
    const MetricComparison& metric = comparison.headlineMetric;
    std::string summary = "B runs at " + formatFactor(speed) +
                          (few ? " of A at equal distance from the start. " : " of A at equal work. ");
    summary += few ? comparison.matched->text : "Still ramping up? " + comparison.rampB.text;
    Finding finding =
        make(comparison, "RATE_BELOW_BASELINE", speed < severeFactor ? Severity::critical : Severity::warning,
             "B runs at " + formatFactor(speed) + " of A", summary);
    if (std::isfinite(metric.effect))
        finding.evidence = {figure("a_median", metric.a.median, metric.unit, "A, median"),
                            figure("b_median", metric.b.median, metric.unit, "B, median"),
                            {"effect", metric.effect, "ratio", "Change", formatChange(metric.effect)}};
    finding.evidence.push_back(factor("speed_factor", speed, "Speed of B over A"));
    if (few)
        finding.badges = {"low-evidence"};
    finding.suggestions = {"Profile the limiting stage of B; waiting does not help when the pace is flat.",
                           "Change one of the rows that changed together, then measure again."};
    finding.related = {"EFFECT_NOT_EXPLAINED", "QUEUES_FULL_LOW_RATE"};
    finding.citedRoles = {metric.role.empty() ? roles::stepTime : metric.role};
    findings.push_back(std::move(finding));
}

void addExpectation(std::vector<Finding>& findings, const Comparison& comparison) {
    const Expectation& expectation = comparison.expectation;
    if (!isSlower(comparison) || expectation.because.empty() || !(expectation.unexplained < leftOver))
        return;
    std::string summary = expectation.text;
    if (!expectation.experiment.empty())
        summary += ' ' + expectation.experiment;
    Finding finding = make(comparison, "EFFECT_NOT_EXPLAINED", Severity::warning,
                           formatFactor(expectation.unexplained) + " is left over", summary);
    finding.evidence = {factor("expected_factor", expectation.expected, "Settings explain"),
                        factor("observed_factor", expectation.observed, "Observed"),
                        factor("unexplained_factor", expectation.unexplained, "Left over")};
    finding.suggestions = {expectation.experiment};
    finding.related = {"RATE_BELOW_BASELINE"};
    finding.citedRoles = {roles::throughput};
    findings.push_back(std::move(finding));
}

void addQueues(std::vector<Finding>& findings, const Comparison& comparison) {
    const std::string queue = fullQueue(*comparison.b, comparison.rowsB, comparison.a.get());
    if (!isSlower(comparison) || queue.empty())
        return;
    const bool inBoth = fullQueue(*comparison.a, comparison.rowsA, comparison.b.get()) == queue;
    Finding finding =
        make(comparison, "QUEUES_FULL_LOW_RATE", Severity::warning, queue + " is full in B",
             queue + " is full in B" + (inBoth ? " and in A" : ", not in A") +
                 ": the stage behind it limits B, and the speed of the stage in front of it is not observable. "
                 "Full queues show balance, not speed.");
    finding.suggestions = {"Profile the stage behind the full queue.",
                           "Do not compare the printed rates of the stage in front of it."};
    finding.related = {"RATE_BELOW_BASELINE"};
    finding.citedRoles = {std::string(roles::queuePrefix) + queue};
    findings.push_back(std::move(finding));
}

void addStartUp(std::vector<Finding>& findings, const Comparison& comparison) {
    constexpr double notable = 10.0, muchLonger = 1.5;
    const StartUp& start = comparison.startUp;
    if (!(start.b - start.a > std::max(notable, start.halfWidthA + start.halfWidthB)) ||
        !(start.b > muchLonger * start.a))
        return;
    Finding finding = make(comparison, "START_UP_LONGER", Severity::warning, "start-up takes longer",
                           "The first work comes after " + formatElapsed(start.b) + " in B, after " +
                               formatElapsed(start.a) + " in A. It pulls printed averages down long after.");
    finding.evidence = {figure("a_start_up", start.a, "s", "Start-up, A"),
                        figure("b_start_up", start.b, "s", "Start-up, B")};
    finding.badges = {"low-evidence"};
    finding.suggestions = {"Judge a restart by the increments between stamps, not by the printed rate."};
    findings.push_back(std::move(finding));
}

std::string etaText(const EtaPoint& point) {
    return formatEta(*point.printed) + " at step " + std::to_string(point.step) + " (at the true pace " +
           formatEta(*point.implied) + ")";
}

void addEta(std::vector<Finding>& findings, const Comparison& comparison) {
    const EtaCheck& eta = comparison.etaB;
    if (!eta.worst || std::abs(*eta.worst->printed / *eta.worst->implied - 1.0) < etaDrift)
        return;
    std::string summary = "B printed " + etaText(*eta.worst);
    if (eta.quoted.printed && eta.quoted.implied && eta.quoted.step != eta.worst->step)
        summary += " and " + etaText(eta.quoted);
    Finding finding = make(comparison, "ETA_DRIFT", Severity::warning, "printed ETA is off",
                           summary + ": the printed ETA does not follow the true pace.");
    finding.onsetStep = eta.worst->step;
    finding.evidence = {{"printed", *eta.worst->printed, "s", "Printed", formatEta(*eta.worst->printed)},
                        {"implied", *eta.worst->implied, "s", "At the true pace", formatEta(*eta.worst->implied)}};
    finding.suggestions = {"Compute the ETA from the work left and the pace between stamps."};
    finding.citedRoles = {roles::eta};
    findings.push_back(std::move(finding));
}

} // namespace

std::vector<Finding> comparisonFindings(const Comparison& comparison) {
    std::vector<Finding> findings;
    if (comparison.verdict == Verdict::sameRun)
        return findings;
    if (comparison.verdict == Verdict::notComparable) {
        Finding finding = make(comparison, "NOT_COMPARABLE", Severity::warning, "not comparable",
                               "A verdict is not given. " +
                                   (comparison.warnings.empty() ? std::string() : comparison.warnings.front()));
        finding.suggestions = {"Compare recordings of one trainer that log the same quantities."};
        findings.push_back(std::move(finding));
        return findings;
    }
    addRate(findings, comparison);
    addExpectation(findings, comparison);
    addQueues(findings, comparison);
    addStartUp(findings, comparison);
    addEta(findings, comparison);
    std::ranges::stable_sort(findings, std::ranges::greater{}, &Finding::severity);
    return findings;
}

} // namespace tachograph
