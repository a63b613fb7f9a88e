#pragma once

#include <cstddef>
#include <span>

namespace tachograph::numerics {

/// Number of values at the start that belong to the warm-up (compilation, cold caches, first data): up to the first
/// place where 5 consecutive values lie within 3 scaled MADs of the median of the 20 after them (as many as there are,
/// at least 5). At most `most`, and exactly `most` when the series does not settle before that. `tolerance` is a
/// distance from that median, as a share of it, which is always allowed (print resolution).
std::size_t warmUpLength(std::span<const double> values, std::size_t most, double tolerance = 1e-9);

} // namespace tachograph::numerics
