#pragma once

#include "analysis/attribution/slowplaces.h"
#include "analysis/attribution/timeledger.h"
#include "analysis/run/stepvalues.h"

#include <vector>

namespace tachograph {

/// Finds the slow steps and the pauses between steps of one training, says what each coincides with, and books them in
/// the ledger. Sets `excess` to what each of `steps` takes beyond its neighbours, s a step; 0 where it is no stall.
void bookStalls(const Run& run, const StepValues& stepTimes, const TimedPlaces& steps, TimeLedger& ledger,
                std::vector<double>& excess, const Job& job);

} // namespace tachograph
