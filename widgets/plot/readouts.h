#pragma once

#include "widgets/plot/plotstate.h"

#include <QColor>
#include <QString>

#include <vector>

namespace tachograph::widgets {

/// One value of a lane's header at the crosshair.
struct Readout {
    QString label, text;
    QColor color;
    bool main = false; ///< bold; the last one
};

/// The values of a lane at x, the main one last. Points further than `tolerance` away do not count; when no line has a
/// point there, one readout says so.
std::vector<Readout> readoutsAt(const models::Lane& lane, const PlotState& state, double x, double tolerance);

/// Letter of a run's colour slot: "A", "B", ...
QString runLetter(const PlotState& state, int run);

/// The line of a run that stands for the lane: smoothed, else as logged; nullptr when the run has none. Of several
/// stretches the one nearest to x.
const models::LaneLine* mainLine(const models::Lane& lane, int run, double x);

} // namespace tachograph::widgets
