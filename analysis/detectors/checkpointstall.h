#pragma once

#include "analysis/detectors/detector.h"

namespace tachograph {

/// CHECKPOINT_STALL: writing checkpoints takes a large share of the run's time.
extern const Detector checkpointStall;

} // namespace tachograph
