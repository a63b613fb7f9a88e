#pragma once

#include "analysis/numerics/autocorrelation.h"

#include <span>

namespace tachograph::numerics {

/// Memory of the noise from the differences at lags 1, 2, 4, 8 and 16 together: D_k, the mean square of y[t] - y[t-k]
/// clipped at three scaled MADs, grows as 1 - phi^k; phi in [0, 0.98] is where the logarithms of D_k / D_1 fit best.
/// Far steadier than two differences (noiseMemory) on a few hundred values: half the spread at n = 300, a fifth at
/// phi 0.95; steps and trends still hardly count. Where most neighbours are equal (coarse print) tau is at least 5, so
/// that blocks of 2 tau hold ten values. At most 16,384 differences of each lag are looked at.
Memory memoryByLags(std::span<const double> values);

} // namespace tachograph::numerics
