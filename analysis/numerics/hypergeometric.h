#pragma once

#include <cstddef>

namespace tachograph::numerics {

/// ln of n over k, the number of ways to choose k of n; for whole numbers with 0 <= k <= n. In any thread, which
/// std::lgamma with its global sign is not. Error below 1e-14 of ln(n!).
double logChoose(double n, double k);

/// Probability of at least `hits` marked items among `drawn` taken without replacement from `total`, of which `marked`
/// are marked: how likely a coincidence is by chance. 1 when hits is 0, 0 when it cannot be.
double hypergeometricTail(std::size_t hits, std::size_t total, std::size_t marked, std::size_t drawn);

} // namespace tachograph::numerics
