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
    int added = 0;     ///< of which added series of the lane, from 1
};

/// The values of a lane at x, the main one last, those of added series before it. Points further than `tolerance` away
/// do not count; when no line has a point there, one readout says so.
std::vector<Readout> readoutsAt(const models::Lane& lane, const PlotState& state, double x, double tolerance);

/// An added series as legend and header name it: with the letter of its run where there are several; a long name is
/// shortened in its middle.
QString addedName(const models::LaneLine& line, const PlotState& state);

/// Letter of a run's colour slot: "A", "B", ...
QString runLetter(const PlotState& state, int run);

/// The line of a run that stands for the lane, or for one of its added series: smoothed, else as logged; nullptr when
/// the run has none. Of several stretches the one nearest to x.
const models::LaneLine* mainLine(const models::Lane& lane, int run, double x, int added = 0);

} // namespace tachograph::widgets
