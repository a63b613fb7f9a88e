#include "analysis/numerics/blockmedians.h"

#include "analysis/numerics/orderstatistics.h"

#include <algorithm>

namespace tachograph::numerics {

BlockMedians blockMedians(std::span<const double> values, std::size_t length) {
    BlockMedians blocks;
    const std::size_t n = values.size();
    if (n == 0)
        return blocks;
    const std::size_t count = std::max<std::size_t>(1, n / std::max<std::size_t>(1, length));
    for (std::size_t i = 0; i <= count; ++i)
        blocks.begins.push_back(i * n / count);
    for (std::size_t i = 0; i < count; ++i)
        blocks.medians.push_back(median(values.subspan(blocks.begins[i], blocks.begins[i + 1] - blocks.begins[i])));
    return blocks;
}

} // namespace tachograph::numerics
