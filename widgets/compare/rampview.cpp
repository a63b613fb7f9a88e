#include "widgets/compare/rampview.h"

#include "widgets/compare/ramppainting.h"

#include <QPainter>

#include <utility>

namespace tachograph::widgets {

RampView::RampView(QWidget* parent) : QWidget(parent), m_theme(&Theme::light()) {
    setAccessibleName(tr("How the rates came up from the start"));
}

void RampView::setView(models::ComparisonViewPtr view) {
    m_view = std::move(view);
    setAccessibleDescription(m_view ? rampWords(m_view->comparison) : QString());
    update();
}

void RampView::setTheme(const Theme& theme) {
    m_theme = &theme;
    update();
}

void RampView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->panel);
    if (m_view && m_view->ramps)
        paintRamp(painter, QRectF(rect()).adjusted(10, 4, -10, -2), *m_theme, *m_view->ramps);
}

} // namespace tachograph::widgets
