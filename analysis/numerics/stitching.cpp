#include "analysis/numerics/stitching.h"

#include <numeric>

namespace tachograph::numerics {

std::vector<double> offsets(std::size_t count, std::span<const BoundaryJump> jumps) {
    std::vector<double> sums(count, 0.0);
    for (const BoundaryJump& jump : jumps)
        sums[jump.at] += jump.size;
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
    return sums;
}

} // namespace tachograph::numerics
