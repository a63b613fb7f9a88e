#pragma once

#include "analysis/comparison/steadyrows.h"
#include "analysis/run/run.h"
#include "analysis/run/stampwindows.h"

#include <optional>
#include <vector>

namespace tachograph {

/// Moments of the last attempt from its elapsed stamps at rows in range, progress counted from its first step. Empty
/// without stamps.
std::vector<StampAnchor> lastStamps(const Run& run, const RowFilter& inRange = {});

/// Seconds at which `progress` was reached, between the two moments around it.
std::optional<double> secondsAt(const std::vector<StampAnchor>& anchors, double progress);

} // namespace tachograph
