#pragma once

#include "analysis/attribution/ordinarysteps.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tachograph {

/// Makes one value of every whole period of `period` steps of an attempt, counted from its first step: the mean of its
/// step times, at its first step. A period with a marked step (a checkpoint) is left out whole, and so is the rest of
/// an attempt that fills no period. `marks` is parallel to the steps and is emptied of marks.
void foldPeriods(OrdinarySteps& steps, std::size_t period, std::vector<std::uint8_t>& marks);

} // namespace tachograph
