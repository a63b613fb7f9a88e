#pragma once

#include <cstdint>
#include <span>

/// Mann-Kendall test for a monotone trend (Mann 1945, Kendall 1975). It answers "monotone?", not "gradual?": a single
/// step is monotone too.
namespace tachograph::numerics {

struct MannKendall {
    double s = 0;        ///< pairs that rise minus pairs that fall
    double variance = 0; ///< of s without a trend, corrected for ties
    double z = 0;        ///< with continuity correction; 0 when the variance is 0
    double pRising = 1;  ///< one-sided, normal approximation
};

/// O(n log n) by merge counting.
MannKendall mannKendall(std::span<const double> values);

/// Pairs within the same group only (groups are consecutive; `group` parallel to `values`): an offset between groups
/// cannot look like a trend. One group gives mannKendall(). `inflation` multiplies the variance (serial correlation).
MannKendall groupedMannKendall(std::span<const double> values, std::span<const std::uint32_t> group,
                               double inflation = 1.0);

/// 1 + 2 sum over k <= 3 of (1 - k/M) r_k, r_k the lag-k correlation of the ranks of the residuals around the Theil-Sen
/// line; only r_k above 1.96 / sqrt(M) count, so it is never below 1 (Hamed & Rao 1998, never shrinking).
double serialInflation(std::span<const double> values);

/// Probability of a standard normal variable above z.
double normalUpperTail(double z);

} // namespace tachograph::numerics
