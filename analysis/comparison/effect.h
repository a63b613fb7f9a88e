#pragma once

#include "analysis/comparison/compareoptions.h"
#include "analysis/comparison/metriccomparison.h"
#include "analysis/comparison/steadysample.h"
#include "analysis/core/job.h"

namespace tachograph {

/// Effect of B against A on the medians, its interval and p: ratio of medians, circular block bootstrap, Mann-Whitney
/// on block medians. Fills a, b, effect, low, high, p and counted; the verdict needs Holm's correction first. Swapping
/// the sides mirrors the answer: (1 + effect) becomes 1 / (1 + effect).
void measureEffect(MetricComparison& metric, const SteadySample& a, const SteadySample& b,
                   const CompareOptions& options, const Job& job);

/// From pHolm, interval, threshold and the direction of the role; tooFew below n_eff 20 on either side. A count is
/// judged by its interval alone.
Verdict verdictOf(const MetricComparison& metric, double threshold);

/// n_eff below this on a side gets no verdict.
inline constexpr double leastEffective = 20.0;

} // namespace tachograph
