#include "widgets/compare/waterfallview.h"

#include "models/convert.h"
#include "widgets/compare/comparisonpainting.h"

#include <QPainter>

#include <utility>

namespace tachograph::widgets {

WaterfallView::WaterfallView(QWidget* parent) : QWidget(parent), m_theme(&Theme::light()) {
    setMinimumHeight(170);
    setAccessibleName(tr("Where the time went"));
}

void WaterfallView::setView(models::ComparisonViewPtr view) {
    m_view = std::move(view);
    QStringList parts;
    if (m_view)
        for (const DifferencePart& part : m_view->comparison.waterfall.parts)
            parts +=
                QStringLiteral("%1 %2 s").arg(models::toQt(part.name), models::toQt(formatNumber(part.seconds, 3)));
    setAccessibleDescription(parts.join(QStringLiteral(", ")));
    update();
}

void WaterfallView::setTheme(const Theme& theme) {
    m_theme = &theme;
    update();
}

void WaterfallView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->panel);
    if (m_view)
        paintWaterfall(painter, QRectF(rect()).adjusted(14, 6, -14, -6), *m_theme, m_view->comparison);
}

} // namespace tachograph::widgets
