#include "analysis/numerics/stitching.h"

#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <numeric>

namespace tachograph::numerics {

std::vector<BoundaryJump> boundaryJumps(std::span<const double> values, std::span<const std::uint32_t> attempt,
                                        std::size_t window, double slope) {
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (i == 0 || attempt[i] != attempt[i - 1])
            begins.push_back(i);
    begins.push_back(values.size());
    std::vector<BoundaryJump> jumps;
    for (std::size_t k = 1; k + 1 < begins.size(); ++k) {
        const std::size_t before = std::min(window, begins[k] - begins[k - 1]);
        const std::size_t after = std::min(window, begins[k + 1] - begins[k]);
        const double distance = 0.5 * static_cast<double>(before + after);
        jumps.push_back({begins[k], median(values.subspan(begins[k], after)) -
                                        median(values.subspan(begins[k] - before, before)) - slope * distance});
    }
    return jumps;
}

std::vector<double> offsets(std::size_t count, std::span<const BoundaryJump> jumps) {
    std::vector<double> sums(count, 0.0);
    for (const BoundaryJump& jump : jumps)
        sums[jump.at] += jump.size;
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
    return sums;
}

} // namespace tachograph::numerics
