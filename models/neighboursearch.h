#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

namespace tachograph::models {

/// Index of the first of sorted values from index `from` on that is not below `x`, or their number; looked for around
/// index `guess`, twice as far each time.
template <typename Sorted>
std::size_t searchAround(const Sorted& sorted, double x, std::size_t from, std::size_t guess) {
    const std::size_t size = sorted.size();
    if (from >= size)
        return size;
    std::size_t low = from, high = size; // the answer lies from low to high
    guess = std::clamp(guess, from, size - 1);
    if (sorted[guess] < x) {
        low = guess + 1;
        for (std::size_t stride = 1; low + stride < size; stride *= 2) {
            if (!(sorted[low + stride] < x)) {
                high = low + stride;
                break;
            }
            low += stride + 1;
        }
    } else {
        high = guess;
        for (std::size_t stride = 1; high >= from + stride; stride *= 2) {
            if (sorted[high - stride] < x) {
                low = high - stride + 1;
                break;
            }
            high -= stride;
        }
    }
    const auto at = [&sorted](std::size_t index) {
        return sorted.begin() + static_cast<std::ptrdiff_t>(index);
    };
    return static_cast<std::size_t>(std::lower_bound(at(std::min(low, high)), at(high), x) - sorted.begin());
}

/// Starts to bring `count` values near. Inlined always: gcc drops calls of functions that do nothing but this.
template <std::size_t count, typename Values>
[[gnu::always_inline]] inline void bring(const Values& values, std::size_t begin) {
    constexpr std::size_t inLine = 64 / sizeof(values[0]); // values in 64 bytes, a line of the cache
    if (begin + count > values.size())
        return;
    const auto* const first = std::to_address(values.begin()) + begin;
    for (std::size_t i = 0; i < count; i += inLine)
        __builtin_prefetch(first + i);
}

} // namespace tachograph::models
