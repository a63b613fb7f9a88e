#include "widgets/plot/lanedrawing.h"

#include "widgets/plot/glyphs.h"
#include "widgets/plot/lane.h"
#include "widgets/plot/ticks.h"

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {
namespace {

constexpr double markDistance = 7; // pixels between two arrows or crosses

QPen dashedLine(const QColor& color, const QList<qreal>& pattern) {
    QPen pen(color, 1);
    pen.setCapStyle(Qt::FlatCap);
    if (!pattern.isEmpty())
        pen.setDashPattern(pattern);
    return pen;
}

/// Leaves out what is closer than `distance` to the one kept before.
std::vector<double> thinned(std::vector<double> positions, double distance) {
    std::ranges::sort(positions);
    std::vector<double> kept;
    for (const double position : positions)
        if (kept.empty() || position - kept.back() >= distance)
            kept.push_back(position);
    return kept;
}

std::vector<const CurvePlottable*> valueCurves(const LaneView& lane) {
    std::vector<const CurvePlottable*> curves;
    for (const CurvePlottable* curve : lane.curves())
        if (standsForValues(lane.lane(), curve->line()))
            curves.push_back(curve);
    return curves;
}

void paintArrows(QPainter& painter, const LaneView& lane, bool up) {
    const QRect area = lane.rect();
    const double y = up ? area.top() + 5.0 : area.bottom() - 4.0;
    for (const CurvePlottable* curve : valueCurves(lane)) {
        const auto columns = up ? curve->columnsAbove(lane.range().high) : curve->columnsBelow(lane.range().low);
        for (const double x : thinned(columns, markDistance))
            drawOffScale(painter, QPointF(x, y), up, curve->look().strong);
    }
}

} // namespace

void paintTints(QPainter& painter, const LaneView& lane) {
    const PlotState& state = lane.state();
    const XScale scale = lane.xScale();
    const QRect area = lane.rect();
    for (const int index : lane.tintingFindings()) {
        const auto& finding = state.timeline->findings[static_cast<std::size_t>(index)];
        if (!finding.places.empty())
            continue; // single steps are marked in the strip; tinting everything between them would say too much
        const double left = std::max(scale.toPixel(finding.first), scale.left);
        const double right = std::min(std::max(scale.toPixel(finding.last), left + 2), scale.right);
        if (right <= scale.left || left >= scale.right)
            continue;
        fillPixels(painter, QRectF(left, area.top(), right - left, area.height()),
                   tintOf(state.theme, finding.finding.severity));
        if (index == state.selectedFinding)
            fillPixels(painter, QRectF(left, area.top(), right - left, 2),
                       state.theme.signal(finding.finding.severity).line);
    }
}

void paintGrid(QPainter& painter, const LaneView& lane) {
    const Theme& theme = lane.state().theme;
    const QRect area = lane.rect();
    const XScale scale = lane.xScale();
    for (const Tick& tick : positionTicks(scale, lane.state().timeline->options.axis, lane.sizes().tick)) {
        const double x = std::floor(scale.toPixel(tick.value));
        fillPixels(painter, QRectF(x, area.top(), 1, area.height()), theme.grid);
    }
    if (lane.range().empty && lane.lane().missing.empty())
        return;
    const ValueRange& range = lane.range();
    const bool ratio = isRatio(lane.lane());
    const auto ticks = !range.logarithmic ? valueTicks(range.low, range.high, area.height())
                       : ratio            ? ratioTicks(range.low, range.high, area.height())
                                          : logarithmicTicks(range.low, range.high, area.height());
    for (const Tick& tick : ticks) {
        const double y = std::min(std::floor(lane.toPixelY(tick.value)), static_cast<double>(area.bottom()));
        const bool equal = ratio && std::abs(tick.value - 1) < 1e-9; // the line that ratios are read from
        fillPixels(painter, QRectF(area.left(), y, area.width(), 1), equal ? theme.text2 : theme.grid);
        if (!lane.range().empty) {
            // The lowest and highest labels stay inside the lane, so that they never meet those of its neighbours.
            const double centre = std::clamp(y + 0.5, area.top() + 5.0, area.bottom() - 2.0);
            drawTextBefore(painter, area.left() - 8, centre, tick.label, lane.sizes().tick, theme.muted);
        }
    }
}

void paintAxes(QPainter& painter, const LaneView& lane) {
    const QRect area = lane.rect();
    const QColor color = lane.state().theme.edge;
    fillPixels(painter, QRectF(area.left() - 1, area.top(), 1, area.height() + 1), color);
    fillPixels(painter, QRectF(area.left() - 1, area.bottom() + 1, area.width() + 1, 1), color);
}

void paintEventLines(QPainter& painter, const LaneView& lane) {
    const PlotState& state = lane.state();
    const XScale scale = lane.xScale();
    const QRect area = lane.rect();
    const double top = area.top(), bottom = area.bottom() + 1;
    for (const int index : lane.tintingFindings()) {
        const auto& finding = state.timeline->findings[static_cast<std::size_t>(index)];
        if (finding.places.empty() && finding.finding.onsetStep && scale.contains(finding.onset))
            drawVertical(painter, scale.toPixel(finding.onset), top, bottom,
                         dashedLine(state.theme.signal(finding.finding.severity).line, {}));
    }
    for (const models::TimelineEvent& event : state.timeline->events) {
        if (!scale.contains(event.x))
            continue;
        const double x = scale.toPixel(event.x);
        switch (event.event.kind) {
        case EventKind::config:
            drawVertical(painter, x, top, bottom, dashedLine(state.theme.crosshair, {4, 3}));
            break;
        case EventKind::resume:
            drawVertical(painter, x, top, bottom, dashedLine(state.theme.text2, {1.5, 2}));
            break;
        case EventKind::oom:
        case EventKind::exception:
            drawVertical(painter, x, top, bottom, dashedLine(state.theme.critical.line, {}));
            break;
        case EventKind::checkpoint:
            drawVertical(painter, x, bottom - 5, bottom, dashedLine(state.theme.text2, {}));
            break;
        default:
            break;
        }
    }
}

void paintNoteLines(QPainter& painter, const LaneView& lane) {
    const PlotState& state = lane.state();
    const XScale scale = lane.xScale();
    const double top = lane.rect().top(), bottom = lane.rect().bottom() + 1;
    for (const models::PlacedNote& note : state.notes) {
        const bool selected = note.id != 0 && note.id == state.selectedNote;
        const QPen pen = selected ? dashedLine(state.theme.accent, {}) : dashedLine(state.theme.text2, {6, 2, 1, 2});
        if (note.wholeRun)
            continue;
        if (selected && note.first < note.last) {
            const double left = std::max(scale.toPixel(note.first), scale.left);
            const double right = std::min(scale.toPixel(note.last), scale.right);
            fillPixels(painter, QRectF(left, bottom - 3, std::max(0.0, right - left), 3), state.theme.accent);
        }
        for (const double x : {note.first, note.last})
            if (scale.contains(x))
                drawVertical(painter, scale.toPixel(x), top, bottom, pen);
    }
}

void paintMarks(QPainter& painter, const LaneView& lane) {
    paintArrows(painter, lane, true);
    paintArrows(painter, lane, false);
    const XScale scale = lane.xScale();
    std::vector<double> missing;
    for (const double x : lane.lane().missing)
        if (scale.contains(x))
            missing.push_back(scale.toPixel(x));
    for (const double x : thinned(std::move(missing), markDistance))
        drawMissing(painter, QPointF(x, lane.rect().bottom() - 7.5), lane.state().theme.warning.line);
}

} // namespace tachograph::widgets
