#pragma once

#include "analysis/attribution/slowplaces.h"
#include "analysis/attribution/steptimes.h"
#include "analysis/attribution/timeledger.h"

#include <vector>

namespace tachograph {

/// Says what the slow steps of one training and the pauses between its steps coincide with, and books them in the
/// ledger. Returns the slow steps that are stalls, ascending, with what a step of each takes beyond its neighbours, s.
std::vector<SlowPlace> bookStalls(const StepTimes& stepTimes, TimeLedger& ledger, const Job& job);

} // namespace tachograph
