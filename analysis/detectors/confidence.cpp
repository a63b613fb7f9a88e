#include "analysis/detectors/confidence.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <array>

namespace tachograph {

namespace {

struct Cell {
    double rise, steps, phi;
    double creep, shift; ///< share of these verdicts that were the truth
};

// Printed by: bench_simulation --confidence 200 (runs of each truth in a cell)
constexpr std::array cells{
    Cell{1.6, 100, 0.0, 0.981, 0.950},  Cell{1.6, 100, 0.5, 0.915, 0.847},  Cell{1.6, 100, 0.8, 0.887, 0.880},
    Cell{1.6, 300, 0.0, 1.000, 0.997},  Cell{1.6, 300, 0.5, 0.992, 0.932},  Cell{1.6, 300, 0.8, 0.952, 0.884},
    Cell{1.6, 1000, 0.0, 1.000, 1.000}, Cell{1.6, 1000, 0.5, 1.000, 0.995}, Cell{1.6, 1000, 0.8, 0.974, 0.923},
    Cell{2.0, 100, 0.0, 0.997, 0.990},  Cell{2.0, 100, 0.5, 0.990, 0.919},  Cell{2.0, 100, 0.8, 0.984, 0.964},
    Cell{2.0, 300, 0.0, 1.000, 0.998},  Cell{2.0, 300, 0.5, 0.998, 0.993},  Cell{2.0, 300, 0.8, 0.976, 0.967},
    Cell{2.0, 1000, 0.0, 1.000, 1.000}, Cell{2.0, 1000, 0.5, 1.000, 1.000}, Cell{2.0, 1000, 0.8, 0.983, 0.985},
};

constexpr double mostNoise = 0.15; // 10 % was simulated
constexpr double mostPhi = 0.85;
constexpr double mostClaimed = 0.99; // of some 600 verdicts in a cell

/// The hardest cell that the verdict may be compared with: steps rounded down, phi up, rise down. A ramp from 1 to 2 is
/// x1.7 from fifth to fifth, a step is x2. Steps left out (checkpoints, warm-up) count for a tenth.
bool isNoHarder(const Cell& cell, const numerics::TrendVerdict& verdict) {
    const bool creep = verdict.kind == numerics::TrendKind::creep;
    const double rise = cell.rise > 1.8 ? (creep ? 1.7 : 1.95) : (creep ? 1.4 : 1.55);
    const double phi = cell.phi > 0.7 ? mostPhi : cell.phi + 0.05;
    return verdict.factor >= rise && static_cast<double>(verdict.count) >= 0.9 * cell.steps &&
           verdict.memory.phi <= phi;
}

} // namespace

std::optional<SimulatedConfidence> simulatedConfidence(const numerics::TrendVerdict& verdict) {
    const bool creep = verdict.kind == numerics::TrendKind::creep;
    const bool simulated = (creep || verdict.kind == numerics::TrendKind::shift) && verdict.jumps.empty() &&
                           !verdict.memory.repeats && verdict.memory.noise <= mostNoise;
    if (!simulated)
        return std::nullopt;
    const auto share = [&](const Cell& cell) {
        return creep ? cell.creep : cell.shift;
    };
    const Cell* best = nullptr;
    for (const Cell& cell : cells)
        if (isNoHarder(cell, verdict) && (!best || share(cell) > share(*best)))
            best = &cell;
    if (!best)
        return std::nullopt;
    return SimulatedConfidence{std::min(mostClaimed, share(*best)),
                               "n = " + formatNumber(best->steps) + ", phi = " + formatNumber(best->phi) + ", " +
                                   formatFactor(best->rise) + ", noise 10\xE2\x80\xAF%"};
}

} // namespace tachograph
