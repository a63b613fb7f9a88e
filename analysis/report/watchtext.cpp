#include "analysis/report/watchtext.h"

#include "analysis/core/text.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace tachograph {

namespace {

/// Of the finite values, one a step; NaN without any.
double medianOf(const Run& run, const Series& series, std::size_t& count) {
    std::vector<double> values;
    for (const double value : stepValues(run, series, Include::current).value)
        if (std::isfinite(value))
            values.push_back(value);
    count = values.size();
    if (values.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// Before anything is steady: the medians as logged, the warm-up included.
std::string asLogged(const Comparison& comparison) {
    for (const char* role : {roles::stepTime, roles::throughput}) {
        const Series* a = comparison.a->forRole(role);
        const Series* b = comparison.b->forRole(role);
        if (!a || !b)
            continue;
        std::size_t countA = 0, countB = 0;
        const double ofA = medianOf(*comparison.a, *a, countA), ofB = medianOf(*comparison.b, *b, countB);
        if (!std::isfinite(ofA) || !std::isfinite(ofB) || ofA == 0.0)
            continue;
        const RoleInfo info = roleInfo(role);
        return info.title + " " + formatQuantity(ofB, info.unit) + " against " + formatQuantity(ofA, info.unit) + " (" +
               formatChange(ofB / ofA - 1.0) + ", medians of " + std::to_string(countB) + " and " +
               std::to_string(countA) + " steps as logged, warm-up included)";
    }
    return "neither step time nor throughput is logged in both";
}

std::string soFar(const Comparison& comparison) {
    const MetricComparison& metric = comparison.headlineMetric;
    std::string text;
    if (std::isfinite(metric.a.median) && std::isfinite(metric.b.median) && metric.a.median != 0.0 &&
        metric.b.count > 0)
        text = roleInfo(metric.role).title + " " + formatQuantity(metric.b.median, metric.unit) + " against " +
               formatQuantity(metric.a.median, metric.unit) + " (" +
               formatChange(metric.b.median / metric.a.median - 1.0) + ", medians of " +
               std::to_string(metric.b.count) + " and " + std::to_string(metric.a.count) + " steady steps)";
    else
        text = asLogged(comparison);
    return comparison.matched ? text + ". " + comparison.matched->text : text + '.';
}

} // namespace

std::string watchLine(const Comparison& comparison) {
    std::string text = "step " + std::to_string(comparison.b->lastStep());
    if (comparison.b->attempts().size() > 1)
        text += " of attempt " + std::to_string(comparison.b->attempts().size());
    if (comparison.verdict == Verdict::tooFew)
        return text + ": too few steps to judge; so far: " + soFar(comparison);
    return text + ": " + plainText(comparison.headline);
}

WatchState watchState(const Comparison& comparison) {
    WatchState state{comparison.verdict, comparison.b->attempts().size(), {}};
    for (const Finding& finding : comparison.findings)
        state.findings.insert(finding.code);
    return state;
}

std::string newFindings(const Comparison& comparison, const WatchState& before) {
    std::string text;
    for (const Finding& finding : comparison.findings)
        if (!before.findings.contains(finding.code))
            text += std::string("  ") + severityName(finding.severity) + "  " + finding.code + ": " +
                    plainText(finding.summary) + '\n';
    return text;
}

} // namespace tachograph
