#pragma once

#include "models/timeline.h"

#include <QString>

/// Timelines as text, for comparison with what a test expects.
namespace tachograph::tests {

/// All of a curve's points in order, `|` for a break: "1:2 2:2.5 | 4:3". Read through columns() so finely that every
/// point has one of its own (points of equal x share one and are shown as low..high).
QString curveText(const models::CurveSource& curve);

/// Header and lines of a lane, one a line:
///     Step time [s] derived
///     raw "raw" 1:2 2:2.5 | 4:3
///     missing 3
QString laneText(const models::Lane& lane);

/// One line an event: "50 checkpoint slow", "690 resume \"resume 690\"".
QString eventsText(const models::Timeline& timeline);

} // namespace tachograph::tests
