#pragma once

#include <span>

namespace tachograph::numerics {

struct Line {
    double intercept = 0, slope = 0;
    [[nodiscard]] double at(double x) const { return intercept + slope * x; }
};

/// Theil-Sen line (Sen 1968): the median of the slopes of all pairs with different x, and the median of y - slope x.
/// Up to 29 % of the points may be anything. O(n^2): for blocks, not for raw points. Slope 0 when all x are equal.
Line theilSen(std::span<const double> x, std::span<const double> y);

/// The same over x = 0, 1, 2, ...
Line theilSen(std::span<const double> y);

} // namespace tachograph::numerics
