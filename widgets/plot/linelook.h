#pragma once

#include "models/timeline.h"
#include "widgets/plot/plotstate.h"
#include "widgets/plot/plotstyle.h"

#include <QColor>
#include <QPen>
#include <QString>

#include <cstddef>

namespace tachograph::widgets {

/// How one line of a lane is drawn.
struct LineLook {
    QPen pen;          ///< of the line, or of a stack's upper edge; Qt::NoPen for a band
    QColor fill;       ///< invalid when nothing is filled
    QColor strong;     ///< full colour of the line: arrows, tracers, readouts
    QString layer;     ///< "fills", "raw", "smoothed" or "fits"
    bool thin = false; ///< raw values behind a smoothed line
    /// Of an added series that is drawn as logged: between its strokes where points crowd, so that no extreme is lost.
    QColor between = {};
};

/// Look of lane.lines[index].
LineLook lookOf(const models::Lane& lane, std::size_t index, const PlotState& state, const PlotSizes& sizes);

double sampleWidth(const models::LaneLine& line, const LineLook& look);
/// A line sample for legends, sampleWidth() pixels wide from `x` on; answers the width used.
double drawSample(QPainter& painter, double x, double centre, const models::LaneLine& line, const LineLook& look);

/// Whether the line is of a kind whose points are logged values.
bool isMeasured(models::LineKind kind);

/// Whether points of the line beyond the range are counted and get arrows: logged values and the top of a stack.
bool standsForValues(const models::Lane& lane, const models::LaneLine& line);

} // namespace tachograph::widgets
