#pragma once

#include "models/timeline.h"

#include <span>
#include <vector>

namespace tachograph::models {

/// Values that a robust scale must show: outliers replaced by their local median (Hampel filter, window 11, 4 scaled
/// MADs), then thinned to the lowest and highest of at most 2,000 stretches. `x` is where each is. NaN are left out.
/// Where it thins, only what would be an extreme is asked whether it is an outlier: cost of a few passes, and the same
/// extremes as of all values filtered, except where outliers fill most of a window and the filter would raise others.
struct RobustValues {
    std::vector<double> x, y;
};
RobustValues robustValues(std::span<const double> x, std::span<const double> y);

/// Gives them to a lane.
void addRobustValues(std::span<const double> x, std::span<const double> y, Lane& lane);

} // namespace tachograph::models
