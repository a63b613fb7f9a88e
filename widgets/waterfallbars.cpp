#include "widgets/waterfallbars.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

namespace {
constexpr qreal labelHeight = 18.0, footHeight = 34.0;
}

void paintWaterfallBars(QPainter& painter, const QRectF& box, const Theme& theme, const std::vector<WaterfallBar>& bars,
                        qreal widest) {
    double most = 0.0, least = 0.0;
    for (const WaterfallBar& bar : bars) {
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
        const WaterfallBar& bar = bars[i];
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
        const qreal room = painter.fontMetrics().horizontalAdvance(bar.label) + 4;
        const qreal left = std::max(box.left() - 4, std::min(centre - room / 2, box.right() + 8 - room));
        painter.drawText(QRectF(left, top - labelHeight, room, labelHeight - 2), Qt::AlignHCenter | Qt::AlignBottom,
                         bar.label);
        painter.setFont(Theme::font(11));
        painter.setPen(theme.text2);
        painter.drawText(QRectF(centre - slot / 2 + 2, plot.bottom() + 3, slot - 4, footHeight - 3),
                         Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, bar.name);
    }
}

} // namespace tachograph::widgets
