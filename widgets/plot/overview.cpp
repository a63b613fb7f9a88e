#include "widgets/plot/overview.h"

#include "widgets/plot/curveplottable.h"
#include "widgets/plot/drawing.h"
#include "widgets/plot/eventclusters.h"
#include "widgets/plot/lanetext.h"
#include "widgets/plot/ticks.h"
#include "widgets/plot/valuerange.h"

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

using models::LineKind;

namespace {
constexpr double edgeGrip = 6; // pixels on both sides of a brush edge that take hold of it
constexpr int labelHeight = 17;
constexpr int topGap = 5;
} // namespace

Overview::Overview(QCustomPlot* plot, const PlotState& state, const PlotSizes& sizes, QCPMarginGroup* margins)
    : m_state(state), m_sizes(sizes), m_axisRect(new QCPAxisRect(plot, true)) {
    m_axisRect->setAutoMargins(QCP::msLeft | QCP::msRight);
    m_axisRect->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
    m_axisRect->setMinimumMargins(QMargins(sizes.leftMargin, 0, sizes.rightMargin, 0));
    m_axisRect->setMargins(QMargins(sizes.leftMargin, topGap, sizes.rightMargin, labelHeight));
    const int height = sizes.overviewHeight - labelHeight - topGap;
    m_axisRect->setMinimumSize(10, height);
    m_axisRect->setMaximumSize(QWIDGETSIZE_MAX, height);
    for (QCPAxis* axis : m_axisRect->axes()) {
        axis->setVisible(false);
        axis->setTicks(false);
        axis->grid()->setVisible(false);
    }
    addCurve();
    const auto whole = [this] {
        return m_axisRect->outerRect();
    };
    new Drawing(plot, QStringLiteral("tint"), [this](QPainter& painter) { paintGround(painter); });
    new Drawing(
        plot, QStringLiteral("events"), [this](QPainter& painter) { paintMarks(painter); },
        [this] { return m_axisRect->rect(); });
    new Drawing(
        plot, QStringLiteral("notes"),
        [this](QPainter& painter) {
            paintBrush(painter);
            paintLabels(painter);
        },
        whole);
}

QRectF Overview::plotArea() const {
    const QRect area = m_axisRect->rect();
    return QRectF(area.left(), area.top(), area.width(), area.height());
}

XScale Overview::xScale() const {
    const QRect area = m_axisRect->rect();
    return {static_cast<double>(area.left()), area.left() + static_cast<double>(area.width()), m_state.timeline->xMin,
            m_state.timeline->xMax};
}

/// The lines that stand for the first lane that has any: smoothed ones, else as logged.
void Overview::addCurve() {
    const auto& lanes = m_state.timeline->lanes;
    const auto lane = std::ranges::find_if(lanes, [](const models::Lane& candidate) {
        return std::ranges::any_of(candidate.lines, [](const models::LaneLine& line) {
            return line.curve && line.curve->size() > 0 && (isMeasured(line.kind) || line.kind == LineKind::smoothed);
        });
    });
    if (lane == lanes.end())
        return;
    const bool smoothed =
        std::ranges::any_of(lane->lines, [](const models::LaneLine& line) { return line.kind == LineKind::smoothed; });
    const ValueRange range =
        valueRange(*lane, m_state.timeline->xMin, m_state.timeline->xMax, m_state.options.robustY, 40);
    m_axisRect->axis(QCPAxis::atBottom)->setRange(m_state.timeline->xMin, m_state.timeline->xMax);
    m_axisRect->axis(QCPAxis::atLeft)->setRange(range.low, range.high);
    for (std::size_t i = 0; i < lane->lines.size(); ++i) {
        const models::LaneLine& line = lane->lines[i];
        if (!line.curve || (smoothed ? line.kind != LineKind::smoothed : !isMeasured(line.kind)))
            continue;
        LineLook look = lookOf(*lane, i, m_state, m_sizes);
        look.pen.setWidthF(1.25);
        new CurvePlottable(m_axisRect->axis(QCPAxis::atBottom), m_axisRect->axis(QCPAxis::atLeft), line, look);
    }
}

void Overview::paintGround(QPainter& painter) const {
    const QRect row = m_axisRect->outerRect();
    fillPixels(painter, row, m_state.theme.bar);
    fillPixels(painter, QRectF(row.left(), row.top(), row.width(), 1), m_state.theme.hair);
    fillPixels(painter, plotArea(), m_state.theme.plot);
}

void Overview::paintMarks(QPainter& painter) const {
    const XScale scale = xScale();
    const QRectF area = plotArea();
    const Theme& theme = m_state.theme;
    std::vector<double> rowEnds; // findings as thin bars, as many rows as there is room for
    for (const auto& finding : m_state.timeline->findings) {
        const double left = scale.toPixel(finding.first), right = std::max(scale.toPixel(finding.last), left + 3);
        const auto row = std::ranges::find_if(rowEnds, [&](double end) { return left > end + 2; });
        const auto index = static_cast<double>(row - rowEnds.begin());
        if (index >= 4)
            continue;
        if (row == rowEnds.end())
            rowEnds.push_back(right);
        else
            *row = right;
        const QColor color = theme.signal(finding.finding.severity).line;
        const double top = area.top() + 2 + index * 4;
        if (finding.places.empty())
            fillPixels(painter, QRectF(left, top, right - left, 3), color);
        for (const double place : finding.places)
            fillPixels(painter, QRectF(std::round(scale.toPixel(place)) - 1, top, 2, 3), color);
    }
    for (const models::TimelineEvent& event : m_state.timeline->events) {
        const int rank = eventRank(event.event.kind);
        if (rank < eventRank(EventKind::config) || !scale.contains(event.x))
            continue;
        QPen pen(rank == eventRank(EventKind::oom) ? theme.critical.line : theme.text2, 1);
        if (event.event.kind == EventKind::config)
            pen.setDashPattern({4, 3});
        else if (event.event.kind == EventKind::resume)
            pen.setDashPattern({1.5, 2});
        drawVertical(painter, scale.toPixel(event.x), area.top(), area.bottom() + 1, pen);
    }
}

void Overview::paintBrush(QPainter& painter) const {
    const XScale scale = xScale();
    const QRectF area = plotArea();
    const Theme& theme = m_state.theme;
    const double left = std::round(std::clamp(scale.toPixel(m_state.xMin), area.left(), area.right()));
    const double right = std::round(std::clamp(scale.toPixel(m_state.xMax), left + 2, area.right()));
    QColor veil = theme.bar;
    veil.setAlphaF(0.66F);
    fillPixels(painter, QRectF(area.left(), area.top(), left - area.left(), area.height()), veil);
    fillPixels(painter, QRectF(right, area.top(), area.right() - right, area.height()), veil);
    fillPixels(painter, QRectF(area.left() - 1, area.bottom(), area.width() + 1, 1), theme.edge);
    fillPixels(painter, QRectF(area.left() - 1, area.top(), 1, area.height()), theme.edge);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 1.5));
    painter.drawRect(QRectF(left, area.top() + 0.75, right - left, area.height() - 1.5));
    for (const double x : {left, right}) {
        painter.setPen(QPen(theme.accent, 1.5));
        painter.setBrush(theme.plot);
        painter.drawRect(QRectF(x - 3, area.center().y() - 9, 6, 18));
    }
}

void Overview::paintLabels(QPainter& painter) const {
    const Theme& theme = m_state.theme;
    const QRectF area = plotArea();
    const XAxis axis = m_state.timeline->options.axis;
    drawTextBefore(painter, area.left() - 8, area.center().y(), tr("Whole run"), m_sizes.tick, theme.muted);
    const double centre = area.bottom() + labelHeight / 2.0;
    const QString first = positionText(m_state.timeline->xMin, axis), last = positionText(m_state.timeline->xMax, axis);
    const double firstWidth = drawText(painter, area.left(), centre, first, m_sizes.tick, theme.muted);
    const double lastWidth = drawTextBefore(painter, area.right(), centre, last, m_sizes.tick, theme.muted);
    if (m_state.xMin <= m_state.timeline->xMin && m_state.xMax >= m_state.timeline->xMax)
        return;
    const QString from = positionText(std::ceil(m_state.xMin - 1e-9), axis),
                  to = positionText(std::floor(m_state.xMax + 1e-9), axis);
    QString text = tr("view %1 to %2").arg(from, to);
    const bool steps = axis == XAxis::step || axis == XAxis::sinceResume;
    if (steps)
        text +=
            QStringLiteral(" · ") +
            tr("%1 steps").arg(fixedNumber(std::floor(m_state.xMax + 1e-9) - std::ceil(m_state.xMin - 1e-9) + 1, 0));
    const double width = textWidth(text, m_sizes.tick);
    const double lowest = area.left() + firstWidth + 12, highest = area.right() - lastWidth - 12 - width;
    if (highest >= lowest)
        drawText(painter, std::clamp(xScale().toPixel(m_state.xMin), lowest, highest), centre, text, m_sizes.tick,
                 theme.accent);
}

Overview::Grip Overview::gripAt(double pixel) const {
    const XScale scale = xScale();
    const double left = scale.toPixel(m_state.xMin), right = scale.toPixel(m_state.xMax);
    if (std::abs(pixel - left) <= edgeGrip && std::abs(pixel - left) <= std::abs(pixel - right))
        return Grip::left;
    if (std::abs(pixel - right) <= edgeGrip)
        return Grip::right;
    return pixel > left && pixel < right ? Grip::inside : Grip::outside;
}

} // namespace tachograph::widgets
