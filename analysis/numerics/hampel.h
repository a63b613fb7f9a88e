#pragma once

#include "analysis/core/job.h"

#include <cstddef>
#include <span>
#include <vector>

namespace tachograph::numerics {

/// Median and scaled median absolute deviation of the window around each value; at the ends the part that exists.
struct LocalSpread {
    std::vector<double> median, mad;
};

/// `width` odd. The spread is worked out only for values farther than `least` from their median; it is 0 for the
/// others. O(n width) with a small constant. Stops early when the job is canceled: the answer is then worthless.
LocalSpread localSpread(std::span<const double> values, std::size_t width, double least, const Job& job = {});

/// A value that is above the median of its window by `excess`.
struct LocalExcess {
    std::size_t index = 0;
    double excess = 0;
};

/// The values that are above the median of their window by more than `least` and more than `limit` scaled MADs,
/// ascending by index. The same as from localSpread, for `limit` and `least` of at least 0 and where few values stand
/// out: only these have their median worked out.
std::vector<LocalExcess> localExcess(std::span<const double> values, std::size_t width, double limit, double least,
                                     const Job& job = {});

/// Hampel filter: values farther than `limit` scaled MADs from the median of their window are replaced by that median.
/// `least` is a distance that is always allowed (print or stamp resolution).
std::vector<double> hampelFilter(std::span<const double> values, std::size_t width, double limit, double least,
                                 const Job& job = {});

} // namespace tachograph::numerics
