#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Attempts of one job laid end to end: a restart may change the level (another node, other neighbours), and that jump
/// must not look like a slope.
namespace tachograph::numerics {

/// A jump at the boundary in front of index `at`.
struct BoundaryJump {
    std::size_t at = 0;
    double size = 0; ///< in the unit of the values (here: logarithms)
};

/// For each value the sum of the jumps in front of it: subtract it to stitch, add it to come back.
std::vector<double> offsets(std::size_t count, std::span<const BoundaryJump> jumps);

} // namespace tachograph::numerics
