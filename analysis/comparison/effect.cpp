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

/// Lag-1 correlation behind tau.
double phiOf(const SteadySample& sample) {
    return (sample.tau - 1.0) / (sample.tau + 1.0);
}

/// Blocks cut the memory at their ends and are few: the spread of their resamples is too small by this factor. To first
/// order in 1 / block the variance of an AR(1) misses 2 phi / (1 - phi^2) / block of itself (Kunsch 1989).
double widening(const SteadySample& sample, std::size_t block) {
    constexpr double mostMissing = 0.7;
    const double phi = phiOf(sample);
    const double missing = std::min(mostMissing, 2.0 * phi / (1.0 - phi * phi) / static_cast<double>(block));
    const double blocks = std::max(2.0, static_cast<double>(sample.values.size()) / static_cast<double>(block));
    return std::sqrt(blocks / (blocks - 1.0) / (1.0 - missing));
}

/// Quantile 97.5 % of Student's t over that of the normal distribution (Cornish-Fisher).
double studentOverNormal(double freedom) {
    return (1.96 + 2.373 / freedom + 2.82 / (freedom * freedom)) / 1.96;
}

/// Variance of a mean of block medians over that of independent ones: neighbours of an AR(1) still hang together.
double blockInflation(const SteadySample& sample, std::size_t block) {
    const double phi = phiOf(sample), b = static_cast<double>(block);
    const double end = 1.0 - std::pow(phi, b), rest = 1.0 - phi;
    const double variance = (sample.tau - 2.0 * phi * end / (b * rest * rest)) / b;
    const double covariance = phi * end * end / (rest * rest * b * b);
    return 1.0 + 2.0 * std::max(0.0, covariance / variance);
}

/// A side of the comparison, cut into blocks and drawn again.
struct Drawn {
    std::size_t block = 1;
    double blocks = 1.0;
    std::vector<double> medians;
};

Drawn draw(const SteadySample& sample, const CompareOptions& options, const Job& job) {
    Drawn drawn;
    drawn.block = numerics::bootstrapBlockLength(sample.values.size(), sample.tau);
    drawn.blocks = static_cast<double>(sample.values.size()) / static_cast<double>(drawn.block);
    drawn.medians =
        numerics::blockBootstrapMedians(sample.values, drawn.block, options.draws, seedOf(sample, options.seed), job);
    const double middle = sample.median(), wide = sample.counted ? 1.0 : widening(sample, drawn.block);
    for (double& median : drawn.medians)
        median = sample.positive ? middle * std::pow(median / middle, wide) : middle + (median - middle) * wide;
    return drawn;
}

struct Interval {
    double low = nan, high = nan;
};

/// `change` turns a draw of either side into the effect; the interval is widened around `middle` for few blocks.
template <typename Change>
Interval interval(const Drawn& a, const Drawn& b, double middle, Change change) {
    std::vector<double> changes;
    for (std::size_t i = 0; i < std::min(a.medians.size(), b.medians.size()); ++i)
        changes.push_back(change(a.medians[i], b.medians[i]));
    const double wide = studentOverNormal(std::max(1.0, a.blocks + b.blocks - 2.0));
    return {middle + wide * (numerics::quantile(changes, 0.025) - middle),
            middle + wide * (numerics::quantile(changes, 0.975) - middle)};
}

/// Mann-Whitney on block medians; what memory is left between the blocks widens the null distribution.
double pOf(const SteadySample& a, const Drawn& drawnA, const SteadySample& b, const Drawn& drawnB) {
    const auto test = numerics::mannWhitney(numerics::blockMedians(a.values, drawnA.block).medians,
                                            numerics::blockMedians(b.values, drawnB.block).medians);
    const double inflation = 0.5 * (blockInflation(a, drawnA.block) + blockInflation(b, drawnB.block));
    return std::max(test.pTwoSided, std::erfc(std::abs(test.z) / std::sqrt(2.0 * inflation)));
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
    const Drawn drawnA = draw(a, options, job), drawnB = draw(b, options, job);
    if (drawnA.medians.empty() || drawnB.medians.empty())
        return;
    const double rounding = roundingOf(a.resolution, b.resolution);
    if (a.positive && b.positive) {
        const double log = std::log(metric.b.median / metric.a.median);
        const Interval logs = interval(drawnA, drawnB, log, [](double x, double y) { return std::log(y / x); });
        metric.effect = std::expm1(log);
        metric.low = std::expm1(std::min(logs.low, log - rounding));
        metric.high = std::expm1(std::max(logs.high, log + rounding));
    } else {
        const double size = std::abs(metric.a.median);
        metric.effect = (metric.b.median - metric.a.median) / size;
        const Interval shifts =
            interval(drawnA, drawnB, metric.effect, [size](double x, double y) { return (y - x) / size; });
        metric.low = std::min(shifts.low, metric.effect - rounding);
        metric.high = std::max(shifts.high, metric.effect + rounding);
    }
    if (!metric.counted)
        metric.p = pOf(a, drawnA, b, drawnB);
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
