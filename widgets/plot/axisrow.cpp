#include "widgets/plot/axisrow.h"

#include "analysis/core/text.h"
#include "widgets/plot/linevalue.h"
#include "widgets/plot/ticks.h"

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

namespace {
constexpr double flagDistance = 6;
constexpr double labelDistance = 12;
} // namespace

AxisRow::AxisRow(QCustomPlot* plot, const PlotState& state, const PlotSizes& sizes)
    : QCPLayoutElement(plot), m_state(state), m_sizes(sizes) {
    const int height = hasElapsedRow() ? sizes.axisHeight : sizes.axisHeight / 2 + 4;
    setMinimumSize(0, height);
    setMaximumSize(QWIDGETSIZE_MAX, height);
    setMargins({});
}

void AxisRow::applyDefaultAntialiasingHint(QCPPainter* painter) const {
    painter->setAntialiasing(false);
}

bool AxisRow::hasElapsedRow() const {
    return m_state.timeline->elapsedAlong && m_state.timeline->options.axis != XAxis::elapsed;
}

/// Short: the margin is 80 pixels wide; the axis chooser above says it in full.
QString AxisRow::title() const {
    switch (m_state.timeline->options.axis) {
    case XAxis::step:
        return tr("Step");
    case XAxis::sinceResume:
        return tr("Steps");
    case XAxis::elapsed:
        return tr("Elapsed");
    case XAxis::wallClock:
        return tr("UTC");
    case XAxis::tokens:
        return tr("Tokens");
    }
    return {};
}

QString AxisRow::elapsedAt(double x) const {
    const auto range = m_state.timeline->elapsedAlong->xRange();
    if (!range || x < range->first || x > range->second)
        return {};
    auto seconds = interpolated(*m_state.timeline->elapsedAlong, x);
    if (!seconds)
        seconds = m_state.timeline->elapsedAlong->nearest(x)->second;
    return QString::fromStdString(formatElapsed(*seconds));
}

double AxisRow::inside(double x, double width, std::optional<double> most) const {
    const double right = most.value_or(rect().right() + 1 - 4.0);
    return std::clamp(x - width / 2, rect().left() + static_cast<double>(m_sizes.leftMargin) - 6,
                      std::max(right - width, 0.0));
}

QRectF AxisRow::paintFlag(QPainter& painter, const XScale& scale) const {
    if (!m_state.crosshair || !scale.contains(*m_state.crosshair))
        return {};
    const double x = scale.toPixel(*m_state.crosshair);
    const double top = rect().top() + 2,
                 lineHeight = hasElapsedRow() ? (rect().height() - 6) / 2.0 : rect().height() - 4;
    const QString first = positionText(*m_state.crosshair, m_state.timeline->options.axis);
    const QString second = hasElapsedRow() ? elapsedAt(*m_state.crosshair) : QString();
    const double width = std::max(textWidth(first, m_sizes.flag), textWidth(second, m_sizes.tick)) + 12;
    const QRectF flag(inside(x, width, scale.right), top, width, second.isEmpty() ? lineHeight : 2 * lineHeight);
    fillPixels(painter, flag, m_state.theme.crosshair);
    drawText(painter, flag.center().x() - textWidth(first, m_sizes.flag) / 2, top + lineHeight / 2, first, m_sizes.flag,
             m_state.theme.plot);
    if (!second.isEmpty())
        drawText(painter, flag.center().x() - textWidth(second, m_sizes.tick) / 2, top + 1.45 * lineHeight, second,
                 m_sizes.tick, m_state.theme.plot);
    return flag;
}

void AxisRow::paint(QPainter& painter, const XScale& scale) const {
    const Theme& theme = m_state.theme;
    const double lineHeight = hasElapsedRow() ? (rect().height() - 6) / 2.0 : rect().height() - 4;
    const double first = rect().top() + 2 + lineHeight / 2, second = first + 0.95 * lineHeight;
    const double titleRight = rect().left() + m_sizes.leftMargin - 16.0;
    drawTextBefore(painter, titleRight, first, shortened(title(), m_sizes.tick, titleRight - rect().left() - 2),
                   m_sizes.tick, theme.muted);
    if (hasElapsedRow())
        drawTextBefore(painter, titleRight, second, tr("Elapsed"), m_sizes.tick, theme.muted);
    const QRectF flag = paintFlag(painter, scale);
    double firstEnd = titleRight - 2, secondEnd = titleRight - 2;
    const auto label = [&](double x, double centre, const QString& text, double& end, const QColor& color) {
        const double width = textWidth(text, m_sizes.tick);
        // A number stands below its tick; a time is so long that it would reach far beyond the lane.
        const double left = centre == second ? inside(x, width, scale.right) : inside(x, width);
        const bool nearFlag =
            !flag.isNull() && left < flag.right() + flagDistance && left + width > flag.left() - flagDistance;
        if (text.isEmpty() || nearFlag || left < end + labelDistance)
            return;
        drawText(painter, left, centre, text, m_sizes.tick, color);
        end = left + width;
    };
    for (const Tick& tick : positionTicks(scale, m_state.timeline->options.axis, m_sizes.tick)) {
        const double x = scale.toPixel(tick.value);
        label(x, first, tick.label, firstEnd, theme.text2);
        if (hasElapsedRow())
            label(x, second, elapsedAt(tick.value), secondEnd, theme.muted);
    }
}

} // namespace tachograph::widgets
