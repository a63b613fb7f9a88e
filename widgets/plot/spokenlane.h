#pragma once

#include "widgets/plot/plotstate.h"

#include <QString>

namespace tachograph::widgets {

/// A lane in view in words, for screen readers: "Step time, 2.00 to 5.10 seconds, steps 172 to 1,239, THROUGHPUT_ROT
/// from step 180, measured over 100 steps: 2.00 to 3.01 s: +1.01 s, ×1.50, at 768: 3.01 s". With several runs each has
/// its values.
QString spokenLane(const models::Lane& lane, const PlotState& state, double tolerance);

} // namespace tachograph::widgets
