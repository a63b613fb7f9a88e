#pragma once

#include "analysis/core/job.h"
#include "analysis/run/run.h"

#include <cstdint>
#include <string>

namespace tachograph {

/// How a series moved over the current steps of a recording, on the medians of at most 30 blocks.
struct SlowTrend {
    std::size_t steps = 0;      ///< with a finite value
    double early = 0, late = 0; ///< medians of the first and the last fifth
    double noise = 0;           ///< scaled MAD of what is left of the values beside the block medians
    double pRising = 1;         ///< Mann-Kendall on the block medians, one-sided, corrected for memory
    double pFalling = 1;
    std::int64_t firstStep = 0, lastStep = 0;

    [[nodiscard]] double ratio() const { return late / early; }
    [[nodiscard]] double change() const { return late - early; }
    /// Rises (falls) for certain: by Mann-Kendall, and by the fifths.
    [[nodiscard]] bool rises() const { return pRising < 0.05 && change() > 0; }
    [[nodiscard]] bool falls() const { return pFalling < 0.05 && change() < 0; }
    /// No trace of a rise: less than a quarter of the noise of a step between the fifths, and Mann-Kendall sees none.
    [[nodiscard]] bool noRise() const { return !(pRising < 0.05) && change() <= 0.25 * noise; }
};

/// Steps below 40: too few to say anything; `steps` tells.
inline constexpr std::size_t fewestTrendSteps = 40;
SlowTrend slowTrend(const Run& run, const Series& series, const Job& job);

} // namespace tachograph
