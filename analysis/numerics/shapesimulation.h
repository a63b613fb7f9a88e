#pragma once

#include "analysis/core/job.h"
#include "analysis/numerics/changemodels.h"

#include <functional>
#include <optional>

namespace tachograph::numerics {

/// What is asked of the simulation.
struct NoiseQuestion {
    ShapeInput input;
    double leastVariance = 0;
    double observed = 0;               ///< the figure's value for the input
    double most = 0.05;                ///< the share that is still allowed
    std::optional<double> correlation; ///< of the noise to draw, where the input's is not certain enough
};

/// Parametric bootstrap: could noise around the `truth`, a fit to the input, give at least the observed value of a
/// figure of the contest? Draws the noise (normal, as large as what the fit leaves), fits all shapes again under the
/// input's correlation and returns (1 + draws that reach it) / (1 + draws). Stops as soon as that is certain to be
/// `most` or more, or when none of the first 2 / `most` draws reaches it: at most 399 draws with a fixed seed, so the
/// same input gives the same answer. 0 where more than 40 BIC were observed (200 where a correlation is given): noise
/// does not make such odds for the wrong shape. 1 when the job is canceled.
double shareThatReaches(const NoiseQuestion& question, const ShapeFit& truth,
                        const std::function<double(const ShapeContest&)>& figure, const Job& job = {});

} // namespace tachograph::numerics
