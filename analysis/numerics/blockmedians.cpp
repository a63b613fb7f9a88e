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

BlockMedians blockMediansWithin(std::span<const double> values, std::span<const std::uint32_t> group,
                                std::size_t length) {
    BlockMedians all;
    for (std::size_t begin = 0; begin < values.size();) {
        std::size_t end = begin;
        while (end < values.size() && group[end] == group[begin])
            ++end;
        const BlockMedians part = blockMedians(values.subspan(begin, end - begin), length);
        all.medians.insert(all.medians.end(), part.medians.begin(), part.medians.end());
        for (std::size_t block = 0; block < part.size(); ++block)
            all.begins.push_back(begin + part.begins[block]);
        begin = end;
    }
    all.begins.push_back(values.size());
    return all;
}

} // namespace tachograph::numerics
