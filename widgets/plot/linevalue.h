#pragma once

#include "models/curve.h"

#include <optional>

namespace tachograph::widgets {

/// Value of the line at x: between two points on the straight line that joins them; nothing in a gap or outside.
std::optional<double> interpolated(const models::CurveSource& curve, double x);

/// x of the next point beyond `x` to the right or the left; nothing at the end.
std::optional<double> nextPoint(const models::CurveSource& curve, double x, bool right);

} // namespace tachograph::widgets
