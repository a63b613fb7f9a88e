#pragma once

#include "analysis/comparison/comparison.h"

#include <string_view>
#include <vector>

namespace tachograph {

/// B over A along the axis of the comparison, in bins that both have: for the ratio strip. Parallel vectors.
struct RatioCurve {
    std::vector<double> position;         ///< middle of the bin, on the axis
    std::vector<double> ratio, low, high; ///< of the medians; band: 95 % by spread and by print or stamp resolution
};

/// At most `mostBins` bins over the range that the steady rows of both sides share; bins that one side does not fill
/// are left out. Empty when a side does not have the role, when it is an average since the start, or when values are
/// not positive.
RatioCurve ratioCurve(const Comparison& comparison, std::string_view role, std::size_t mostBins = 60);

} // namespace tachograph
