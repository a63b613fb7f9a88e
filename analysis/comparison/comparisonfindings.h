#pragma once

#include "analysis/comparison/comparison.h"

#include <vector>

namespace tachograph {

/// What a comparison shows, in the form of the detectors: RATE_BELOW_BASELINE, EFFECT_NOT_EXPLAINED,
/// QUEUES_FULL_LOW_RATE, START_UP_LONGER, ETA_DRIFT, NOT_COMPARABLE. Gravest first, none for the same run twice. They
/// carry no confidence: none of them is simulated.
std::vector<Finding> comparisonFindings(const Comparison& comparison);

} // namespace tachograph
