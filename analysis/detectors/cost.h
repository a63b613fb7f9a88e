#pragma once

#include "analysis/core/job.h"
#include "analysis/detectors/examinedrun.h"
#include "analysis/detectors/finding.h"

#include <cstdint>
#include <vector>

namespace tachograph {

/// What ordinary steps cost above the early rate from one step to another, by the bill: hours, what carries most of
/// them, and GPU-hours where the number of GPUs is known. Nothing where there is no bill.
std::vector<Evidence> costEvidence(const ExaminedRun& examined, std::int64_t firstStep, std::int64_t lastStep,
                                   const Job& job);

} // namespace tachograph
