#include "analysis/numerics/warmup.h"

#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <cmath>

namespace tachograph::numerics {

std::size_t warmUpLength(std::span<const double> values, std::size_t most, double tolerance) {
    constexpr std::size_t settled = 5, ahead = 20;
    for (std::size_t start = 0; start < most; ++start) {
        if (start + 2 * settled > values.size())
            return start;
        const auto next = values.subspan(start + settled, std::min(ahead, values.size() - start - settled));
        const double centre = median(next);
        const double allowed = std::max(3.0 * scaledMad(next), tolerance * std::abs(centre));
        if (std::ranges::all_of(values.subspan(start, settled),
                                [&](double value) { return std::abs(value - centre) <= allowed; }))
            return start;
    }
    return most;
}

} // namespace tachograph::numerics
