#include "analysis/comparison/effect.h"

#include "analysis/numerics/blockbootstrap.h"
#include "analysis/numerics/blockmedians.h"
#include "analysis/numerics/mannwhitney.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

SideFigures figuresOf(const SteadySample& sample) {
    return {sample.median(), sample.values.size(), sample.effective(), sample.resolution};
}

/// The draws of a sample depend on its values only, so that swapping the sides mirrors the answer.
std::uint64_t seedOf(const SteadySample& sample, std::uint64_t seed) {
    std::uint64_t hash = 14695981039346656037ULL ^ seed;
    for (const double value : sample.values)
        hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 1099511628211ULL;
    return hash;
}

std::vector<double> draws(const SteadySample& sample, std::size_t block, const CompareOptions& options,
                          const Job& job) {
    return numerics::blockBootstrapMedians(sample.values, block, options.draws, seedOf(sample, options.seed), job);
}

struct Interval {
    double low = nan, high = nan;
};

/// Of positive samples, in logarithms of the ratio.
Interval logInterval(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> logs;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        logs.push_back(std::log(b[i] / a[i]));
    return {numerics::quantile(logs, 0.025), numerics::quantile(logs, 0.975)};
}

/// Of samples that may be negative, as the change over the size of A's median.
Interval shiftInterval(const std::vector<double>& a, const std::vector<double>& b, double size) {
    std::vector<double> shifts;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        shifts.push_back((b[i] - a[i]) / size);
    return {numerics::quantile(shifts, 0.025), numerics::quantile(shifts, 0.975)};
}

/// Logarithm of the largest ratio that rounding both sides can make of equal values.
double roundingOf(double a, double b) {
    a = std::min(a, 0.99);
    b = std::min(b, 0.99);
    return std::max(std::log((1.0 + b) / (1.0 - a)), std::log((1.0 + a) / (1.0 - b)));
}

Verdict byDirection(const MetricComparison& metric) {
    switch (roleInfo(metric.role).better) {
    case Direction::higherIsBetter:
        return metric.effect > 0.0 ? Verdict::better : Verdict::worse;
    case Direction::lowerIsBetter:
        return metric.effect > 0.0 ? Verdict::worse : Verdict::better;
    case Direction::none:
        break;
    }
    return Verdict::differs;
}

} // namespace

void measureEffect(MetricComparison& metric, const SteadySample& a, const SteadySample& b,
                   const CompareOptions& options, const Job& job) {
    metric.a = figuresOf(a);
    metric.b = figuresOf(b);
    metric.effect = metric.low = metric.high = metric.p = nan;
    metric.counted = a.counted && b.counted;
    if (a.values.empty() || b.values.empty() || !(std::abs(metric.a.median) > 0.0))
        return;
    const std::size_t blockA = numerics::bootstrapBlockLength(a.values.size(), a.tau);
    const std::size_t blockB = numerics::bootstrapBlockLength(b.values.size(), b.tau);
    const auto drawsA = draws(a, blockA, options, job), drawsB = draws(b, blockB, options, job);
    if (drawsA.empty() || drawsB.empty())
        return;
    const double rounding = roundingOf(a.resolution, b.resolution);
    if (a.positive && b.positive) {
        const double log = std::log(metric.b.median / metric.a.median);
        const Interval interval = logInterval(drawsA, drawsB);
        metric.effect = std::expm1(log);
        metric.low = std::expm1(std::min(interval.low, log - rounding));
        metric.high = std::expm1(std::max(interval.high, log + rounding));
    } else {
        const double size = std::abs(metric.a.median);
        const Interval interval = shiftInterval(drawsA, drawsB, size);
        metric.effect = (metric.b.median - metric.a.median) / size;
        metric.low = std::min(interval.low, metric.effect - rounding);
        metric.high = std::max(interval.high, metric.effect + rounding);
    }
    if (!metric.counted)
        metric.p = numerics::mannWhitney(numerics::blockMedians(a.values, blockA).medians,
                                         numerics::blockMedians(b.values, blockB).medians)
                       .pTwoSided;
}

Verdict verdictOf(const MetricComparison& metric, double threshold) {
    if (std::isnan(metric.effect) || std::isnan(metric.low))
        return Verdict::tooFew;
    if (!metric.counted && (metric.a.effective < leastEffective || metric.b.effective < leastEffective))
        return Verdict::tooFew;
    const bool beyond = metric.low > 0.0 || metric.high < 0.0;
    // -3 % and +3.1 % are the same distance: swapping the sides must not change the verdict.
    const bool large = metric.effect <= -1.0 || std::abs(std::log1p(metric.effect)) >= std::log1p(threshold);
    if (!beyond || !large || (!metric.counted && !(metric.pHolm < 0.05)))
        return Verdict::notDistinguishable;
    return byDirection(metric);
}

} // namespace tachograph
