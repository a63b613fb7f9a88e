#pragma once

#include "analysis/detectors/detector.h"

namespace tachograph {

/// THROUGHPUT_ROT: step time is creeping up.
extern const Detector throughputRot;

} // namespace tachograph
