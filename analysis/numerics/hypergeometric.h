#pragma once

#include <cstddef>

namespace tachograph::numerics {

/// Probability of at least `hits` marked items among `drawn` taken without replacement from `total`, of which `marked`
/// are marked: how likely a coincidence is by chance. 1 when hits is 0, 0 when it cannot be.
double hypergeometricTail(std::size_t hits, std::size_t total, std::size_t marked, std::size_t drawn);

} // namespace tachograph::numerics
