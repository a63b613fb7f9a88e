#pragma once

#include "analysis/detectors/detector.h"

namespace tachograph {

/// STEP_TIME_SHIFT: step time went up once or twice and stayed there.
extern const Detector stepTimeShift;

} // namespace tachograph
