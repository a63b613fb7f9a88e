#pragma once

#include <span>
#include <vector>

/// Medians, quantiles and running medians. Values must be finite: callers leave NaN out first and count it.
/// Quantiles are definition 7 of Hyndman & Fan 1996 (linear between order statistics), as in R and numpy.
namespace tachograph::numerics {

/// Mean of the two middle values for an even count; NaN when empty. O(n).
double median(std::span<const double> values);

/// Quantile at `share` in [0, 1], definition 7; NaN when empty. O(n).
double quantile(std::span<const double> values, double share);

/// 1.4826 x median absolute deviation from the median: estimates the standard deviation of a normal core and ignores up
/// to half of the values. 0 when more than half are equal; NaN when empty.
double scaledMad(std::span<const double> values);

/// Median of the window of `width` values (odd) around each; at the ends the part of the window that exists. O(n width)
/// in moves of neighbouring memory, which up to widths of some thousands costs less than the O(n log width) of trees.
std::vector<double> runningMedian(std::span<const double> values, std::size_t width);

} // namespace tachograph::numerics
