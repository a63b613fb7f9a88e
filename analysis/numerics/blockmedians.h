#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tachograph::numerics {

/// Medians of consecutive blocks of nearly equal length: floor(n / length) blocks, their lengths differ by at most one.
struct BlockMedians {
    std::vector<double> medians;
    std::vector<std::size_t> begins; ///< first index of each block, and n at the end: medians.size() + 1 entries

    [[nodiscard]] std::size_t size() const { return medians.size(); }
    [[nodiscard]] double centre(std::size_t block) const {
        return 0.5 * static_cast<double>(begins[block] + begins[block + 1] - 1);
    }
};

/// `length` at least 1. One block when there are fewer values than that, none when there are no values.
BlockMedians blockMedians(std::span<const double> values, std::size_t length);

/// The same within each group (consecutive equal ones): no block holds values of two; a group has at least one block.
BlockMedians blockMediansWithin(std::span<const double> values, std::span<const std::uint32_t> group,
                                std::size_t length);

} // namespace tachograph::numerics
