#pragma once

#include "widgets/plot/plotstate.h"

#include <QPainter>
#include <QString>

#include <utility>

namespace tachograph::widgets {

class PlotCanvas;

/// The ends of what is measured, the smaller x first; the crosshair is the other end while none is set. Nothing when
/// there is no other end.
std::optional<std::pair<double, double>> measuredRange(const PlotState& state);

/// "120 steps, 12 min 4 s": how far the ends are from each other along the axis and, where it is known, in time.
QString measuredDistance(const PlotState& state);

/// "2.01 to 4.63 s: +2.62 s, ×2.30": the values at both ends and what lies between them, of each run, then of each
/// added series with its name; empty when there is no value at both. Points further than `tolerance` from an end do not
/// count.
QString measuredValues(const models::Lane& lane, const PlotState& state, double tolerance);

/// Both ends, the stretch between them, and the differences in every lane: for the overlay.
void paintMeasure(QPainter& painter, const PlotCanvas& canvas);

} // namespace tachograph::widgets
