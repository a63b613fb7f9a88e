#include "widgets/compare/ramppainting.h"

#include "models/convert.h"
#include "widgets/plot/plotstate.h"
#include "widgets/plot/ticks.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tachograph::widgets {

using models::toQt;

namespace {

constexpr qreal leftMargin = 34, footHeight = 30, headHeight = 18, rightMargin = 6;
constexpr qreal steadyHeight = 3;

/// From values to pixels.
struct Scale {
    QRectF plot;
    double length = 1.0, highest = 1.0;
    [[nodiscard]] QPointF at(double x, double y) const {
        return {plot.left() + x / length * plot.width(), plot.bottom() - y / highest * plot.height()};
    }
};

/// Everything of one run that the scale must show.
void grow(double& highest, const RampCurve& curve) {
    for (const auto* values : {&curve.printed, &curve.rate})
        for (const double value : *values)
            highest = std::max(highest, value);
}

QPolygonF lineOf(const Scale& scale, const std::vector<double>& at, const std::vector<double>& values) {
    QPolygonF line;
    for (std::size_t i = 0; i < at.size(); ++i)
        line << scale.at(at[i], values[i]);
    return line;
}

QPen penOf(const QColor& color, qreal width, const QList<qreal>& pixels) {
    QPen pen(color, width);
    pen.setCapStyle(Qt::FlatCap);
    QList<qreal> pattern;
    for (const qreal length : pixels)
        pattern << length / width;
    if (!pattern.isEmpty())
        pen.setDashPattern(pattern);
    return pen;
}

/// A label that stays inside of the plot.
void paintLabel(QPainter& painter, const Scale& scale, const Theme& theme, const QPointF& anchor, const QString& text,
                const QColor& color, bool above) {
    painter.setFont(Theme::heading(11));
    const qreal width = painter.fontMetrics().horizontalAdvance(text);
    const qreal left = std::clamp(anchor.x() + 6, scale.plot.left() + 4,
                                  std::max(scale.plot.left() + 4, scale.plot.right() - width - 2));
    const qreal top = std::clamp(above ? anchor.y() - 19 : anchor.y() + 4, scale.plot.top() - headHeight + 2,
                                 scale.plot.bottom() - 17);
    painter.fillRect(QRectF(left - 2, top, width + 4, 15), theme.labelPlate);
    painter.setPen(color);
    painter.drawText(QRectF(left, top, width + 2, 15), Qt::AlignLeft | Qt::AlignVCenter, text);
}

QString quantity(double value, const std::string& unit) {
    return toQt(formatQuantity(value, unit));
}

void paintAxes(QPainter& painter, const Scale& scale, const Theme& theme, const RampCurves& ramps) {
    const bool thousands = ramps.unit == "tok/s" && scale.highest >= 1000;
    const double shownUnit = thousands ? 1000.0 : 1.0;
    painter.setFont(Theme::font(11));
    for (const Tick& tick : valueTicks(0, scale.highest / shownUnit, scale.plot.height())) {
        const qreal y = std::floor(scale.at(0, tick.value * shownUnit).y()) + 0.5;
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(scale.plot.left(), y), QPointF(scale.plot.right(), y));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(scale.plot.left() - 66, y - 8, 60, 16), Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    const XScale along{scale.plot.left(), scale.plot.right(), 0, scale.length};
    painter.setPen(QPen(theme.edge, 1));
    painter.drawLine(scale.plot.bottomLeft(), scale.plot.bottomRight());
    painter.setPen(theme.text2);
    for (const Tick& tick :
         positionTicks(along, ramps.inSeconds ? XAxis::elapsed : XAxis::sinceResume, Theme::font(11))) {
        const QString label = tick.value == 0 ? QStringLiteral("start") : tick.label;
        const qreal width = painter.fontMetrics().horizontalAdvance(label) + 2;
        const qreal x = std::clamp(along.toPixel(tick.value) - width / 2, scale.plot.left() - 14,
                                   scale.plot.right() + rightMargin - width);
        painter.drawText(QRectF(x, scale.plot.bottom() + 13, width, 16), Qt::AlignCenter, label);
    }
}

/// Nothing until the first work, then the rate where it is known.
QPolygonF trueRate(const Scale& scale, const RampCurve& curve) {
    QPolygonF line;
    if (curve.startUp && *curve.startUp <= curve.rateAt.front())
        line << scale.at(0, 0) << scale.at(*curve.startUp, 0) << scale.at(*curve.startUp, curve.rate.front());
    return line + lineOf(scale, curve.rateAt, curve.rate);
}

void paintRun(QPainter& painter, const Scale& scale, const Theme& theme, const RampCurves& ramps, int slot) {
    const RampCurve& curve = slot == 0 ? ramps.a : ramps.b;
    const QColor color = theme.run(slot);
    const QString name = slot == 0 ? QStringLiteral("A") : QStringLiteral("B");
    painter.setBrush(Qt::NoBrush);
    painter.setPen(penOf(color, 1.4, {1.5, 2.5}));
    painter.drawPolyline(lineOf(scale, curve.printedAt, curve.printed));
    painter.setPen(penOf(color, 2, Theme::dash(slot)));
    if (!curve.rate.empty())
        painter.drawPolyline(trueRate(scale, curve));
    if (curve.steadyFrom && *curve.steadyFrom < scale.length) {
        const qreal left = scale.at(*curve.steadyFrom, 0).x();
        const qreal right = scale.at(std::min(scale.length, *curve.steadyTo), 0).x();
        painter.fillRect(QRectF(left, scale.plot.bottom() + 3 + slot * (steadyHeight + 1), right - left, steadyHeight),
                         color);
    }
    const auto dot = [&](double at, double value) {
        painter.setPen(QPen(color, 1.5));
        painter.setBrush(theme.plot);
        painter.drawEllipse(scale.at(at, value), 3.5, 3.5);
    };
    // Labels stand above their lines, unless the other line is in the way of the lower one.
    constexpr qreal roomForLabel = 40;
    const double gap = (slot == 0 ? ramps.b.level - ramps.a.level : ramps.a.level - ramps.b.level) / scale.highest;
    const bool above = !(gap >= 0 && gap * scale.plot.height() < roomForLabel);
    if (!curve.rate.empty()) {
        QString text = QStringLiteral("true rate of %1: %2").arg(name, quantity(curve.level, ramps.unit));
        if (!std::isfinite(curve.level))
            text = QStringLiteral("true rate of %1").arg(name);
        if (curve.startUp)
            text += QStringLiteral(", start-up %1").arg(toQt(formatElapsed(*curve.startUp)));
        const double begin = std::min(curve.startUp.value_or(curve.rateAt.front()), curve.rateAt.front());
        paintLabel(painter, scale, theme, scale.at(begin, curve.rate.front()), text, color, above);
    }
    if (curve.quoted && curve.quoted->at <= scale.length) {
        dot(curve.quoted->at, curve.quoted->value);
        paintLabel(painter, scale, theme, scale.at(curve.quoted->at, curve.quoted->value),
                   QStringLiteral("%1 printed %2 at +%3")
                       .arg(name, quantity(curve.quoted->value, ramps.unit))
                       .arg(curve.quoted->distance),
                   color, false);
    } else if (curve.ninetyAt) {
        dot(*curve.ninetyAt, 0.9 * curve.level);
        const QString place = ramps.inSeconds ? toQt(formatElapsed(*curve.ninetyAt))
                                              : QStringLiteral("+%1").arg(std::llround(*curve.ninetyAt));
        paintLabel(painter, scale, theme, scale.at(*curve.ninetyAt, 0.9 * curve.level),
                   QStringLiteral("%1 printed: 90 % of it after %2").arg(name, place), color, false);
    }
}

} // namespace

QString rampWords(const Comparison& comparison) {
    const QString a = models::shown(comparison.rampA.text), b = models::shown(comparison.rampB.text);
    return QStringLiteral("Still ramping up? A: %1 B: %2").arg(a, b);
}

QString rampNote(const RampCurves& ramps) {
    const QString unit = ramps.unit == "tok/s" ? QStringLiteral("Ktok/s") : toQt(ramps.unit);
    return ramps.averaged ? unit + QStringLiteral("; dotted: printed averages")
                          : unit + QStringLiteral(" from the start");
}

QString noRampWords(const Comparison& comparison) {
    if (comparison.rampA.answer == Ramping::cannotTell && comparison.rampB.answer == Ramping::cannotTell)
        return QStringLiteral(
            "Neither run prints an average since its start; whether one still speeds up cannot be told.");
    return QStringLiteral("Neither run prints an average since its start, and none is seen to speed up.");
}

void paintRamp(QPainter& painter, const QRectF& box, const Theme& theme, const RampCurves& ramps) {
    Scale scale{box.adjusted(leftMargin, headHeight, -rightMargin, -footHeight), ramps.length, 0.0};
    grow(scale.highest, ramps.a);
    grow(scale.highest, ramps.b);
    scale.highest *= 1.06;
    if (!(scale.length > 0.0) || !(scale.highest > 0.0) || !std::isfinite(scale.highest) || scale.plot.height() < 20)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter, scale, theme, ramps);
    for (const int slot : {0, 1})
        paintRun(painter, scale, theme, ramps, slot);
    painter.restore();
}

} // namespace tachograph::widgets
