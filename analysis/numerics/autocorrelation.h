#pragma once

#include "analysis/core/job.h"

#include <cstddef>
#include <span>

/// How much the noise of a series remembers, estimated so that steps and trends do not count as memory.
namespace tachograph::numerics {

struct Memory {
    double phi = 0; ///< lag-1 correlation of the noise, in [0, 0.98]
    std::size_t lag =
        1; ///< distance of the differences it was estimated from; more than 1 when neighbours are mostly equal
    bool repeats = false; ///< neighbouring values are mostly equal: printed or stamped too coarsely for lag 1
    double noise = 0;     ///< standard deviation of the noise, in the unit of the values; 0 when no lag differs
    double tau = 1;       ///< (1 + phi) / (1 - phi): values that count as one independent value
};

/// phi = MAD(y[t] - y[t-2])^2 / MAD(y[t] - y[t-1])^2 - 1, clipped to [0, 0.98]. When neighbours are mostly equal
/// (MAD of the differences 0), the same ratio at the next lag that differs, taken back to lag 1; phi = 0 when none
/// does.
/// O(n) unless most neighbours are equal. Worthless once the job is canceled.
Memory noiseMemory(std::span<const double> values, const Job& job = {});

/// Correlation of the means of neighbouring blocks of `length` (at least 1) values with memory phi < 1 (first order).
double correlationOfBlocks(double phi, double length);

/// Number of maximal runs of equal neighbours: a value smeared over its window counts once.
std::size_t runsOfEqual(std::span<const double> values);

} // namespace tachograph::numerics
