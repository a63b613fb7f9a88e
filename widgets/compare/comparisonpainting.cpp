#include "widgets/compare/comparisonpainting.h"

#include "models/convert.h"
#include "widgets/barcolors.h"
#include "widgets/waterfallbars.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tachograph::widgets {

using models::toQt;

namespace {

constexpr qreal leastWhisker = 5.0; // px

QString signedTime(double seconds) {
    constexpr double nothing = 5e-6; // is printed as 0.00 ms
    if (std::abs(seconds) < nothing)
        return QStringLiteral("0 ms");
    const QString size = toQt(formatStepTime(std::abs(seconds)));
    return (seconds < 0 ? QStringLiteral("\u2212") : QStringLiteral("+")) + size;
}

std::vector<WaterfallBar> barsOf(const Waterfall& waterfall, const Theme& theme) {
    std::vector<WaterfallBar> bars;
    bars.push_back(
        {QStringLiteral("A"), toQt(formatStepTime(waterfall.a)), 0.0, waterfall.a, theme.run(0), theme.run(0)});
    double level = waterfall.a;
    for (const DifferencePart& part : waterfall.parts) {
        const BarColors colors = differenceColors(theme, part.seconds);
        bars.push_back(
            {toQt(part.name), signedTime(part.seconds), level, level + part.seconds, colors.fill, colors.edge, true});
        level += part.seconds;
    }
    bars.push_back(
        {QStringLiteral("B"), toQt(formatStepTime(waterfall.b)), 0.0, waterfall.b, theme.run(1), theme.run(1)});
    return bars;
}

} // namespace

const Theme::Signal& verdictSignal(const Theme& theme, const QString& verdict) {
    if (verdict == QLatin1String("worse"))
        return theme.critical;
    if (verdict == QLatin1String("better") || verdict == QLatin1String("same-run"))
        return theme.good;
    return verdict == QLatin1String("not-comparable") ? theme.warning : theme.info;
}

void paintEffect(QPainter& painter, const QRectF& box, const Theme& theme, double low, double ratio, double high,
                 double widest, const QString& verdict) {
    if (!(low > 0.0) || !(high >= low) || !std::isfinite(high) || !(widest > 1.0))
        return;
    const double span = std::log(widest);
    auto xOf = [&](double factor) {
        return box.center().x() + std::clamp(std::log(factor) / span, -1.0, 1.0) * box.width() / 2;
    };
    const qreal y = box.center().y();
    painter.setPen(QPen(theme.edge, 1));
    painter.drawLine(QPointF(box.center().x(), box.top()), QPointF(box.center().x(), box.bottom()));
    const QColor color = verdict == QLatin1String("worse") || verdict == QLatin1String("better")
                             ? verdictSignal(theme, verdict).line
                             : theme.text;
    qreal left = xOf(low), right = xOf(high);
    if (right - left < leastWhisker) {
        const qreal middle = (left + right) / 2;
        left = middle - leastWhisker / 2;
        right = middle + leastWhisker / 2;
    }
    painter.setPen(QPen(color, 1.5));
    painter.drawLine(QPointF(left, y), QPointF(right, y));
    for (const qreal end : {left, right})
        painter.drawLine(QPointF(end, y - 4), QPointF(end, y + 4));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QPointF(xOf(ratio), y), 2.5, 2.5);
}

void paintWaterfall(QPainter& painter, const QRectF& box, const Theme& theme, const Comparison& comparison) {
    const Waterfall& waterfall = comparison.waterfall;
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF rest = box;
    if (!waterfall.note.empty()) {
        painter.setFont(Theme::font(11));
        painter.setPen(theme.muted);
        painter.drawText(
            QRectF(box.left(), box.bottom() - 16, box.width(), 16), Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(toQt(waterfall.note), Qt::ElideRight, static_cast<int>(box.width())));
        rest.setBottom(box.bottom() - 18);
    }
    const StartUp& start = comparison.startUp;
    if (std::isfinite(start.a) && std::isfinite(start.b)) {
        const QRectF right(rest.right() - rest.width() * 0.24, rest.top(), rest.width() * 0.24, rest.height());
        rest.setRight(right.left() - 16);
        painter.setPen(QPen(theme.hair, 1));
        painter.drawLine(QPointF(right.left() - 8, right.top()), QPointF(right.left() - 8, right.bottom()));
        painter.setFont(Theme::font(11));
        painter.setPen(theme.text2);
        painter.drawText(QRectF(right.left(), right.top(), right.width(), 16), Qt::AlignHCenter | Qt::AlignVCenter,
                         QStringLiteral("Start-up, once"));
        paintWaterfallBars(
            painter, right.adjusted(0, 16, 0, 0), theme,
            {{QStringLiteral("A"), toQt(formatElapsed(start.a)), 0.0, start.a, theme.run(0), theme.run(0)},
             {QStringLiteral("B"), toQt(formatElapsed(start.b)), 0.0, start.b, theme.run(1), theme.run(1)}},
            44);
    }
    if (waterfall.parts.empty()) {
        painter.setFont(Theme::font(12));
        painter.setPen(theme.muted);
        painter.drawText(rest, Qt::AlignCenter | Qt::TextWordWrap,
                         QStringLiteral("Needs step time in both runs; one of them does not log it."));
        return;
    }
    paintWaterfallBars(painter, rest, theme, barsOf(waterfall, theme), 58);
}

} // namespace tachograph::widgets
