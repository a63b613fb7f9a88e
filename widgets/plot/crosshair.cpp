#include "widgets/plot/crosshair.h"

#include "widgets/plot/measure.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/plot/readouts.h"

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {
namespace {

void paintTracer(QPainter& painter, const LaneView& lane, const models::LaneLine& line, double x, double tolerance) {
    const XScale scale = lane.xScale();
    const auto point = line.curve->nearest(x);
    if (!point || std::abs(point->first - x) > tolerance)
        return;
    const auto curve = std::ranges::find_if(
        lane.curves(), [&](const CurvePlottable* candidate) { return candidate->line().curve == line.curve; });
    const QPointF centre(scale.toPixel(point->first), lane.toPixelY(point->second));
    if (curve == lane.curves().end() || centre.y() < lane.rect().top() || centre.y() > lane.rect().bottom() + 1)
        return;
    painter.setPen(QPen((*curve)->look().strong, 1.75));
    painter.setBrush(lane.state().theme.plot);
    painter.drawEllipse(QPointF(std::floor(centre.x()) + 0.5, centre.y()), 3.5, 3.5);
}

/// Those of added series below those of the lane's own.
void paintTracers(QPainter& painter, const LaneView& lane, double x, double tolerance) {
    const auto runs = std::max<int>(1, static_cast<int>(lane.state().timeline->runs.size()));
    for (int added = static_cast<int>(lane.lane().added.size()); added >= 0; --added)
        for (int run = 0; run < runs; ++run)
            if (const models::LaneLine* line = mainLine(lane.lane(), run, x, added))
                paintTracer(painter, lane, *line, x, tolerance);
}

void paintLine(QPainter& painter, const PlotCanvas& canvas, double x) {
    QColor color = canvas.state().theme.crosshair;
    color.setAlphaF(0.85F);
    const XScale scale = canvas.xScale();
    const double top = canvas.strip().axisRect()->outerRect().top(), bottom = canvas.axisRow().rect().top() + 2;
    drawVertical(painter, scale.toPixel(x), top, bottom, QPen(color, 1));
}

void paintDraggedRange(QPainter& painter, const PlotCanvas& canvas) {
    const auto& range = canvas.state().draggedRange;
    if (!range)
        return;
    const XScale scale = canvas.xScale();
    const double left = std::clamp(scale.toPixel(range->first), scale.left, scale.right);
    const double right = std::clamp(scale.toPixel(range->second), scale.left, scale.right);
    const double top = canvas.strip().axisRect()->outerRect().bottom() + 1, bottom = canvas.axisRow().rect().top();
    QColor fill = canvas.state().theme.accent;
    fill.setAlphaF(0.14F);
    fillPixels(painter, QRectF(left, top, right - left, bottom - top), fill);
    for (const double x : {left, right})
        drawVertical(painter, x, top, bottom, QPen(canvas.state().theme.accent, 1));
}

/// Where a lane that is dragged by its name would go.
void paintDropPlace(QPainter& painter, const PlotCanvas& canvas) {
    const int place = canvas.state().laneDropPlace;
    const auto& lanes = canvas.lanes();
    if (place < 0 || lanes.empty())
        return;
    const auto count = static_cast<int>(lanes.size());
    const LaneView& beside = *lanes[static_cast<std::size_t>(std::min(place, count - 1))];
    const QRect header = beside.header()->rect();
    const int bottom = beside.folded() ? header.bottom() : beside.rect().bottom() + 4;
    fillPixels(painter, QRectF(header.left(), place < count ? header.top() - 2 : bottom, header.width(), 3),
               canvas.state().theme.accent);
}

void paintFocus(QPainter& painter, const PlotCanvas& canvas) {
    if (!canvas.state().showFocus)
        return;
    for (const auto& lane : canvas.lanes()) {
        if (lane->index() != canvas.state().focusedLane)
            continue;
        QRectF ring = lane->folded() ? QRectF(lane->header()->rect()).adjusted(3, 3, -3, -3)
                                     : QRectF(lane->rect()).adjusted(-3, -3, 3, 3);
        painter.setPen(QPen(canvas.state().theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(ring);
    }
}

} // namespace

void paintOverlay(QPainter& painter, const PlotCanvas& canvas) {
    const PlotState& state = canvas.state();
    paintDraggedRange(painter, canvas);
    const bool visible = state.crosshair && canvas.xScale().contains(*state.crosshair);
    if (visible) {
        paintLine(painter, canvas, *state.crosshair);
        const double tolerance = canvas.readoutTolerance();
        for (const auto& lane : canvas.lanes()) {
            if (lane->folded())
                continue;
            paintTracers(painter, *lane, *state.crosshair, tolerance);
            lane->header()->drawReadouts(painter, readoutsAt(lane->lane(), state, *state.crosshair, tolerance));
        }
    }
    canvas.axisRow().paint(painter, canvas.xScale());
    paintMeasure(painter, canvas);
    paintFocus(painter, canvas);
    paintDropPlace(painter, canvas);
}

} // namespace tachograph::widgets
