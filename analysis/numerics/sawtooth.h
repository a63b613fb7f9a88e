#pragma once

#include <cstddef>
#include <span>
#include <utility>

namespace tachograph::numerics {

/// The values [first, second) of `count` that sawToothPeriod() looks at.
std::pair<std::size_t, std::size_t> sawToothPart(std::size_t count);

/// Length of the period that positive values repeat with, 2 to 32, or 1 when there is none: a generation step followed
/// by several optimisation-only steps, batches that go through buckets of length in turn. Found by the correlation of
/// the logarithms, less their running median, with themselves: at least 0.6 at the period and 0.5 less somewhere before
/// it, in the middle 8,192 values, over eight periods at least.
///
/// 1 also where a single slow step in more than four is all there is to it and takes less than 40 % of the time: an
/// evaluation or a checkpoint every so many steps. Those are outliers, not the rhythm of the work. `values` positive.
std::size_t sawToothPeriod(std::span<const double> values);

} // namespace tachograph::numerics
