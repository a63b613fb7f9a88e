#include "widgets/plot/plotstyle.h"

#include <QFontMetricsF>

#include <cmath>

namespace tachograph::widgets {

PlotSizes PlotSizes::of(const PlotOptions& options) {
    PlotSizes sizes;
    const int more = options.largeType ? 2 : 0;
    sizes.name = Theme::font(13 + more, true);
    sizes.unit = Theme::font(12 + more / 2);
    sizes.legend = Theme::font(11 + more);
    sizes.tick = Theme::font(11 + more);
    sizes.strip = Theme::font(12 + more);
    sizes.stripBold = Theme::font(11 + more / 2, true);
    sizes.badge = Theme::font(11 + more, true);
    sizes.note = Theme::font(12 + more / 2);
    sizes.noteBold = Theme::font(12 + more / 2, true);
    sizes.flag = Theme::font(12 + more / 2, true);
    if (options.largeType) {
        sizes.headerHeight = 26;
        sizes.axisHeight = 44;
        sizes.overviewHeight = 72;
        sizes.eventRow = 22;
        sizes.findingRow = 19;
        sizes.rawPen = 1.2;
        sizes.smoothedPen = 2.5;
    }
    return sizes;
}

double textWidth(const QString& text, const QFont& font) {
    return QFontMetricsF(font).horizontalAdvance(text);
}

double drawText(QPainter& painter, double x, double centre, const QString& text, const QFont& font,
                const QColor& color) {
    painter.setFont(font);
    painter.setPen(color);
    const QFontMetricsF metrics(font);
    painter.drawText(QPointF(std::round(x), std::round(centre + metrics.capHeight() / 2)), text);
    return metrics.horizontalAdvance(text);
}

double drawTextBefore(QPainter& painter, double right, double centre, const QString& text, const QFont& font,
                      const QColor& color) {
    const double width = textWidth(text, font);
    drawText(painter, right - width, centre, text, font, color);
    return width;
}

QString shortened(const QString& text, const QFont& font, double width) {
    const QFontMetricsF metrics(font);
    if (metrics.horizontalAdvance(text) <= width)
        return text;
    const QString answer = metrics.elidedText(text, Qt::ElideRight, width);
    return answer.size() < 5 ? QString() : answer;
}

void fillPixels(QPainter& painter, const QRectF& rect, const QColor& color) {
    const double left = std::round(rect.left()), top = std::round(rect.top());
    painter.fillRect(QRectF(left, top, std::round(rect.right()) - left, std::round(rect.bottom()) - top), color);
}

void drawVertical(QPainter& painter, double x, double top, double bottom, const QPen& pen) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(pen);
    const double centre = std::floor(x) + 0.5;
    painter.drawLine(QPointF(centre, std::round(top)), QPointF(centre, std::round(bottom)));
    painter.restore();
}

QColor tintOf(const Theme& theme, Severity severity) {
    return Theme::mixed(theme.signal(severity).fill, theme.plot, theme.dark ? 0.5 : 0.62);
}

} // namespace tachograph::widgets
