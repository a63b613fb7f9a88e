#pragma once

#include "analysis/run/run.h"

#include <cstdint>
#include <vector>

namespace tachograph::models {

/// Steps that take clearly longer than those around them: above the median of the 51 steps around by more than 4 scaled
/// MADs of their deviations. Ascending; empty when the step time is not known.
std::vector<std::int64_t> slowSteps(const Run& run);

} // namespace tachograph::models
