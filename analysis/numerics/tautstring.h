#pragma once

#include <span>
#include <vector>

/// The problem: y(x) is only known to pass through gates, low[i] <= y(x[i]) <= high[i], because it was measured with a
/// coarse unit. Which curve changes its slope least? The taut string: thread a string through the gates and pull. It is
/// straight wherever one slope fits all gates and bends only at the edge of a gate, so that a change of slope in it is
/// one that the measurement shows, not one that rounding made.
/// Not for noise that can leave the gates: it takes them as hard.
/// P. L. Davies and A. Kovac, Local extremes, runs, strings and multiresolution, Annals of Statistics 29 (2001) 1-65.
namespace tachograph::numerics {

/// The y of the string at every x. x must ascend strictly, low[i] <= high[i], all finite. The string starts in the
/// middle of the first gate; its end is free and takes the middle of the slopes that are left. O(n) for ordinary data;
/// a straight piece is cut after 4,096 gates, which bounds the worst case.
std::vector<double> tautString(std::span<const double> x, std::span<const double> low, std::span<const double> high);

} // namespace tachograph::numerics
