#pragma once

#include "analysis/core/job.h"
#include "analysis/numerics/changemodels.h"

#include <functional>

namespace tachograph::numerics {

/// Parametric bootstrap: could noise around the `truth`, a fit to `input`, give at least the `observed` value of a
/// figure of the contest? Draws the noise (normal, with the input's correlation, as large as what the fit leaves), fits
/// all shapes again and returns (1 + draws that reach it) / (1 + draws). Stops as soon as that is certain to be `most`
/// or more, or when none of the first 2 / `most` draws reaches it: at most 399 draws with a fixed seed, so the same
/// input gives the same answer. 0 above an `observed` of 40 BIC: noise does not make odds of e^20 for the wrong shape.
/// 1 when the job is canceled.
double shareThatReaches(const ShapeInput& input, const ShapeFit& truth, double leastVariance, double observed,
                        double most, const std::function<double(const ShapeContest&)>& figure, const Job& job = {});

} // namespace tachograph::numerics
