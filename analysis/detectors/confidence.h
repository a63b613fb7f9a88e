#pragma once

#include "analysis/numerics/creeporshift.h"

#include <optional>
#include <string>

namespace tachograph {

/// How often a verdict was right in simulation, and in which cell of the table.
struct SimulatedConfidence {
    double share = 0; ///< of the simulated runs with this verdict, those for which it is the truth; 0.99 at most
    std::string cell; ///< "n = 300, phi = 0.5, ×2.00, noise 10 %"
};

/// From a cell that is no easier than the run: as many steps at most, as much memory and as small a rise at least
/// (equal numbers of flat, step, two steps, step and drift, up and down, ramp, hockey stick and staircase). Nothing for
/// other verdicts than creep and shift, for stitched attempts, coarse stamps, more noise, fewer steps or a smaller rise
/// than were simulated.
std::optional<SimulatedConfidence> simulatedConfidence(const numerics::TrendVerdict& verdict);

} // namespace tachograph
