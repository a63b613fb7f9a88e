#pragma once

#include "analysis/numerics/changemodels.h"

namespace tachograph::numerics {

/// How much more likely a straight line makes the values than levels alone: natural logarithm of the Bayes factor, in
/// which the correlation of neighbours is unknown (15 equally likely ones from 0 to 0.99, closer together towards 1;
/// `input.correlation` is not used), as are the scale (1 / sigma) and the levels of the groups (flat). The rise of the
/// line from the first to the last place has a flat prior of one a unit of the values.
///
/// Few values that remember much look like a line by wandering, and the memory measured on them is then too small: here
/// every memory has its say (Zellner & Tiao 1964, Journal of the American Statistical Association 59). -inf below four
/// values more than groups. O(n).
double lineOdds(const ShapeInput& input);

} // namespace tachograph::numerics
