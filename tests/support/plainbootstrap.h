#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace tachograph::tests {

/// numerics::blockBootstrapMedians as one would write it down: every resample in full, its median by selection. The
/// same seeds draw the same blocks. O(draws n).
inline std::vector<double> plainBootstrapMedians(std::span<const double> values, std::size_t blockLength,
                                                 std::size_t draws, std::uint64_t seed) {
    const std::size_t count = values.size();
    std::mt19937_64 generator(seed);
    std::uint64_t bits = 0;
    bool half = false;
    const auto next = [&] { // 32 bits, the lower half of each number first
        half = !half;
        bits = half ? generator() : bits >> 32;
        return bits & 0xFFFFFFFFu;
    };
    const auto below = [&next](std::uint64_t bound) {
        std::uint64_t product = next() * bound;
        while ((product & 0xFFFFFFFFu) < (std::uint64_t{1} << 32) % bound)
            product = next() * bound;
        return static_cast<std::size_t>(product >> 32);
    };
    std::vector<double> medians, resample;
    for (std::size_t draw = 0; draw < draws; ++draw) {
        resample.clear();
        while (resample.size() < count) {
            const std::size_t begin = below(count), length = std::min(blockLength, count - resample.size());
            for (std::size_t i = 0; i < length; ++i)
                resample.push_back(values[(begin + i) % count]);
        }
        const auto middle = resample.begin() + static_cast<std::ptrdiff_t>(count / 2);
        std::ranges::nth_element(resample, middle);
        const double upper = *middle;
        const double lower = count % 2 == 1 ? upper : *std::max_element(resample.begin(), middle);
        medians.push_back(0.5 * (lower + upper));
    }
    return medians;
}

} // namespace tachograph::tests
