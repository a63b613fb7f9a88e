#pragma once

#include <span>
#include <vector>

namespace tachograph::numerics {

/// Mann-Whitney test (Mann & Whitney 1947): do values of `a` tend to be larger or smaller than those of `b`? For
/// independent values: give it block medians, never the raw steps of a run.
struct MannWhitney {
    double u = 0; ///< pairs in which a is larger, ties half
    double z = 0; ///< with tie and continuity correction; 0 when all values are equal or a side is empty
    double pTwoSided = 1;
};

/// Normal approximation with tie and continuity correction; the exact distribution when both sides together have at
/// most 20 values and no ties. O(n log n). Values finite.
MannWhitney mannWhitney(std::span<const double> a, std::span<const double> b);

/// Holm's correction (Holm 1979) of p values for the number of tests; in the order given, each at most 1. NaN stays NaN
/// and is not counted.
std::vector<double> holm(std::span<const double> p);

} // namespace tachograph::numerics
