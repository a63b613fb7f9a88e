#include "widgets/compare/comparisonpainting.h"

#include "models/convert.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tachograph::widgets {

using models::toQt;

namespace {

constexpr qreal leastWhisker = 5.0; // px
constexpr qreal labelHeight = 18.0, footHeight = 34.0;

struct Bar {
    QString name, label;
    double from = 0.0, to = 0.0; // seconds
    QColor fill, edge;
    bool floating = false;
};

QString signedTime(double seconds) {
    const QString size = toQt(formatStepTime(std::abs(seconds)));
    return (seconds < 0 ? QStringLiteral("\u2212") : QStringLiteral("+")) + size;
}

std::vector<Bar> barsOf(const Waterfall& waterfall, const Theme& theme) {
    std::vector<Bar> bars;
    bars.push_back(
        {QStringLiteral("A"), toQt(formatStepTime(waterfall.a)), 0.0, waterfall.a, theme.run(0), theme.run(0)});
    double level = waterfall.a;
    for (const DifferencePart& part : waterfall.parts) {
        const Theme::Signal& signal = part.seconds > 0 ? theme.critical : theme.good;
        bars.push_back(
            {toQt(part.name), signedTime(part.seconds), level, level + part.seconds, signal.fill, signal.line, true});
        level += part.seconds;
    }
    bars.push_back(
        {QStringLiteral("B"), toQt(formatStepTime(waterfall.b)), 0.0, waterfall.b, theme.run(1), theme.run(1)});
    return bars;
}

/// Bars side by side on one scale; each with its label above and its name below.
void paintBars(QPainter& painter, const QRectF& box, const Theme& theme, const std::vector<Bar>& bars, qreal widest) {
    double most = 0.0, least = 0.0;
    for (const Bar& bar : bars) {
        most = std::max({most, bar.from, bar.to});
        least = std::min({least, bar.from, bar.to});
    }
    if (!(most > least) || !std::isfinite(most - least))
        return;
    const QRectF plot = box.adjusted(0, labelHeight, 0, -footHeight);
    auto yOf = [&](double seconds) {
        return plot.bottom() - (seconds - least) / (most - least) * plot.height();
    };
    const qreal slot = box.width() / static_cast<qreal>(bars.size());
    const qreal width = std::min(widest, slot * 0.62);
    painter.setPen(QPen(theme.hair, 1));
    painter.drawLine(QPointF(box.left(), yOf(0.0)), QPointF(box.right(), yOf(0.0)));
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const Bar& bar = bars[i];
        const qreal centre = box.left() + slot * (static_cast<qreal>(i) + 0.5);
        const qreal top = yOf(std::max(bar.from, bar.to)), bottom = yOf(std::min(bar.from, bar.to));
        const QRectF shape(centre - width / 2, top, width, std::max<qreal>(bottom - top, 2));
        painter.setPen(QPen(bar.edge, 1));
        painter.setBrush(bar.fill);
        painter.drawRect(shape);
        if (i + 1 < bars.size() && (bar.floating || bars[i + 1].floating)) {
            painter.setPen(QPen(theme.muted, 1, Qt::DotLine));
            const qreal level = yOf(bar.to);
            painter.drawLine(QPointF(centre + width / 2, level), QPointF(centre + slot - width / 2, level));
        }
        painter.setPen(theme.text);
        painter.setFont(Theme::heading(12));
        painter.drawText(QRectF(centre - slot / 2, top - labelHeight, slot, labelHeight - 2),
                         Qt::AlignHCenter | Qt::AlignBottom, bar.label);
        painter.setFont(Theme::font(11));
        painter.setPen(theme.text2);
        painter.drawText(QRectF(centre - slot / 2 + 2, plot.bottom() + 3, slot - 4, footHeight - 3),
                         Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, bar.name);
    }
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
        paintBars(painter, right.adjusted(0, 16, 0, 0), theme,
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
    paintBars(painter, rest, theme, barsOf(waterfall, theme), 58);
}

} // namespace tachograph::widgets
