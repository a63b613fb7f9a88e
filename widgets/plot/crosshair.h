#pragma once

#include <QPainter>

namespace tachograph::widgets {

class PlotCanvas;

/// All that follows the mouse, on a layer of its own so that nothing else is drawn again: line, tracers, values in the
/// headers, axis labels with the flag, the range that is being dragged, the ring of the focused lane.
void paintOverlay(QPainter& painter, const PlotCanvas& canvas);

} // namespace tachograph::widgets
