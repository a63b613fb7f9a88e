#include "widgets/plot/measure.h"

#include "analysis/core/text.h"
#include "widgets/plot/lanetext.h"
#include "widgets/plot/linevalue.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/plot/readouts.h"
#include "widgets/plot/ticks.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

namespace {

constexpr QChar plusSign(u'+');

QString translated(const char* text) {
    return QCoreApplication::translate("PlotView", text);
}

std::optional<double> valueAt(const models::LaneLine* line, double x, double tolerance) {
    const auto point = line ? line->curve->nearest(x) : std::nullopt;
    return point && std::abs(point->first - x) <= tolerance ? std::optional(point->second) : std::nullopt;
}

QString signedQuantity(double value, const QString& unit) {
    return (value > 0 ? QString(plusSign) : QString()) + laneQuantity(value, unit);
}

/// Between the values of one run.
QString difference(double from, double to, const QString& unit) {
    QString text =
        translated("%1 to %2: %3").arg(laneValue(from, unit), laneQuantity(to, unit), signedQuantity(to - from, unit));
    if (from > 0 && to > 0) // else a ratio says nothing
        text += QStringLiteral(", ") + QString::fromStdString(formatFactor(to / from));
    return text;
}

/// Text on a plate with its middle at `centre`, kept between left and right.
void paintPlate(QPainter& painter, const PlotState& state, const PlotSizes& sizes, QPointF centre, double left,
                double right, const QString& text) {
    constexpr double padding = 6, height = 20;
    const QString shown = shortened(text, sizes.note, right - left - 2 * padding);
    const double width = textWidth(shown, sizes.note) + 2 * padding;
    const double x = std::clamp(centre.x() - width / 2, left, std::max(left, right - width));
    const QRectF plate(std::floor(x), std::floor(centre.y() - height / 2), std::ceil(width), height);
    painter.setPen(QPen(state.theme.accent, 1));
    painter.setBrush(state.theme.plot);
    painter.drawRect(plate.adjusted(0.5, 0.5, -0.5, -0.5));
    drawText(painter, plate.left() + padding, plate.center().y(), shown, sizes.note, state.theme.text);
}

} // namespace

std::optional<std::pair<double, double>> measuredRange(const PlotState& state) {
    if (!state.measure)
        return std::nullopt;
    const std::optional<double> to = state.measure->to ? state.measure->to : state.crosshair;
    if (!to)
        return std::nullopt;
    return std::minmax(state.measure->from, *to);
}

QString measuredDistance(const PlotState& state) {
    const auto range = measuredRange(state);
    if (!range)
        return {};
    const double apart = range->second - range->first;
    const models::CurvePtr& elapsed = state.timeline->elapsedAlong;
    const auto time = [&]() -> QString {
        const auto a = elapsed ? interpolated(*elapsed, range->first) : std::nullopt;
        const auto b = elapsed ? interpolated(*elapsed, range->second) : std::nullopt;
        return a && b ? QStringLiteral(", ") + QString::fromStdString(formatElapsed(*b - *a)) : QString();
    };
    switch (state.timeline->options.axis) {
    case XAxis::step:
    case XAxis::sinceResume:
        return (apart == 1 ? translated("1 step") : translated("%1 steps").arg(fixedNumber(apart, 0))) + time();
    case XAxis::elapsed:
    case XAxis::wallClock:
        return QString::fromStdString(formatElapsed(apart));
    case XAxis::tokens:
        return QString::fromStdString(formatTokens(apart)) + time();
    }
    return {};
}

QString measuredValues(const models::Lane& lane, const PlotState& state, double tolerance) {
    const auto range = measuredRange(state);
    if (!range)
        return {};
    QStringList texts;
    const auto runs = static_cast<int>(state.timeline->runs.size());
    for (int added = 0; added <= static_cast<int>(lane.added.size()); ++added)
        for (int run = 0; run < std::max(runs, 1); ++run) {
            const models::LaneLine *first = mainLine(lane, run, range->first, added),
                                   *last = mainLine(lane, run, range->second, added);
            const auto from = valueAt(first, range->first, tolerance), to = valueAt(last, range->second, tolerance);
            if (!from || !to)
                continue;
            const QString whose = added > 0 ? addedName(*first, state) : runs > 1 ? runLetter(state, run) : QString();
            texts.append((whose.isEmpty() ? whose : whose + u' ') + difference(*from, *to, lane.unit));
        }
    return texts.join(QStringLiteral("; "));
}

void paintMeasure(QPainter& painter, const PlotCanvas& canvas) {
    const PlotState& state = canvas.state();
    const auto range = measuredRange(state);
    if (!range)
        return;
    const XScale scale = canvas.xScale();
    const double left = std::clamp(scale.toPixel(range->first), scale.left, scale.right);
    const double right = std::clamp(scale.toPixel(range->second), scale.left, scale.right);
    const double top = canvas.strip().axisRect()->outerRect().bottom() + 1.0, bottom = canvas.axisRow().rect().top();
    QColor fill = state.theme.accent;
    fill.setAlphaF(0.08F);
    fillPixels(painter, QRectF(left, top, right - left, bottom - top), fill);
    for (const double x : {range->first, range->second})
        if (scale.contains(x))
            drawVertical(painter, scale.toPixel(x), top, bottom, QPen(state.theme.accent, 1));
    const PlotSizes sizes = PlotSizes::of(state.options);
    const double middle = (left + right) / 2;
    for (const auto& lane : canvas.lanes()) {
        if (lane->folded())
            continue;
        const QString text = measuredValues(lane->lane(), state, canvas.readoutTolerance());
        if (!text.isEmpty())
            paintPlate(painter, state, sizes, QPointF(middle, lane->rect().bottom() - 14), scale.left, scale.right,
                       text);
    }
    paintPlate(painter, state, sizes, QPointF(middle, bottom + 10), scale.left, scale.right, measuredDistance(state));
}

} // namespace tachograph::widgets
