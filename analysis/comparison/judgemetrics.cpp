#include "analysis/comparison/judgemetrics.h"

#include "analysis/comparison/bottleneck.h"
#include "analysis/comparison/printed.h"
#include "analysis/numerics/mannwhitney.h"
#include "analysis/run/roles.h"

#include <array>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

/// Judged side by side, in this order. Steps per hour is step time once more, and the learning rate is a setting.
constexpr std::array judgedRoles = {roles::throughput,       roles::stepTime,
                                    roles::generationTime,   roles::optimizationTime,
                                    roles::otherTime,        roles::dataWaitTime,
                                    roles::drafterRate,      roles::targetRate,
                                    roles::tokensPerStep,    roles::secondsPerToken,
                                    roles::completionLength, roles::truncation,
                                    roles::reward,           roles::loss};

/// Seconds per token without completion lengths is throughput upside down.
bool isRepeat(const Run& run, std::string_view role) {
    return role == roles::secondsPerToken && run.forRole(role)->derived && !run.forRole(roles::completionLength);
}

bool isAverage(const Series& series) {
    return series.averaging == Averaging::sinceStart;
}

/// An average since the start has no value of its own time: shown, never judged.
void leaveUnjudged(MetricComparison& metric, const Comparison& comparison) {
    metric.effect = metric.low = metric.high = metric.p = metric.pHolm = std::numeric_limits<double>::quiet_NaN();
    metric.note = "averages since the start; not judged";
    if (metric.role != roles::targetRate)
        return;
    const std::string inB = fullQueue(*comparison.b, comparison.rowsB, comparison.a.get());
    const std::string inA = fullQueue(*comparison.a, comparison.rowsA, comparison.b.get());
    if (!inA.empty() || !inB.empty())
        metric.note = "not observable: " + (inB.empty() ? inA : inB) + " is full in " +
                      (inA.empty()   ? "B"
                       : inB.empty() ? "A"
                                     : "A and B") +
                      ", so the targets wait";
}

MetricComparison measure(const Comparison& comparison, std::string_view role,
                         std::pair<std::int64_t, std::int64_t> quotedSteps, const Job& job) {
    const Run &a = *comparison.a, &b = *comparison.b;
    const Series &x = *a.forRole(role), &y = *b.forRole(role);
    MetricComparison metric;
    metric.role = role;
    metric.key = x.key == y.key ? x.key : x.key + " / " + y.key;
    metric.unit = x.unit;
    metric.scope = x.scope == y.scope ? x.scope : Scope::unknown;
    metric.printed = printedFigures(a, b, role, quotedSteps.first, quotedSteps.second);
    metric.averaged = averageSinceStart(a, role) || averageSinceStart(b, role);
    const SteadySample sampleA = steadySample(a, x, comparison.rowsA), sampleB = steadySample(b, y, comparison.rowsB);
    measureEffect(metric, sampleA, sampleB, comparison.options, job);
    if (isAverage(x) || isAverage(y))
        leaveUnjudged(metric, comparison);
    else if (metric.counted)
        metric.note = "the interval is the rounding of what was printed";
    return metric;
}

} // namespace

void judgeMetrics(Comparison& comparison, std::pair<std::int64_t, std::int64_t> quotedSteps, const Job& job) {
    const Run &a = *comparison.a, &b = *comparison.b;
    for (const char* role : judgedRoles)
        if (a.forRole(role) && b.forRole(role) && !isRepeat(a, role) && !isRepeat(b, role) && !job.canceled())
            comparison.metrics.push_back(measure(comparison, role, quotedSteps, job));
    std::vector<double> p;
    for (const MetricComparison& metric : comparison.metrics)
        p.push_back(metric.p);
    const std::vector<double> corrected = numerics::holm(p);
    for (std::size_t i = 0; i < corrected.size(); ++i) {
        MetricComparison& metric = comparison.metrics[i];
        metric.pHolm = corrected[i];
        metric.verdict = verdictOf(metric, comparison.options.threshold);
    }
}

} // namespace tachograph
