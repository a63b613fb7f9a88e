#include "widgets/dropoverlay.h"

#include "widgets/icons.h"

#include <QPainter>

namespace tachograph::widgets {

DropOverlay::DropOverlay(QWidget& window) : QWidget(&window), m_theme(&Theme::light()) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropOverlay::showText(const QString& text) {
    m_text = text;
    setAccessibleName(text);
    setGeometry(parentWidget()->rect());
    show();
    raise();
    update();
}

void DropOverlay::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = m_theme->selected;
    veil.setAlpha(200);
    painter.setPen(QPen(m_theme->accent, 2));
    painter.setBrush(veil);
    painter.drawRoundedRect(QRectF(rect()).adjusted(5, 5, -5, -5), 8, 8);
    painter.setFont(Theme::font(16, true));
    const int textWidth = painter.fontMetrics().horizontalAdvance(m_text);
    const QRect plate(width() / 2 - textWidth / 2 - 44, height() / 2 - 28, textWidth + 88, 56);
    painter.setBrush(m_theme->panel);
    painter.setPen(QPen(m_theme->accent, 1));
    painter.drawRoundedRect(QRectF(plate).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    painter.drawPixmap(plate.left() + 22, plate.center().y() - 10,
                       iconPixmap(QStringLiteral("drop"), m_theme->accent, 22, devicePixelRatioF()));
    painter.setPen(m_theme->accent);
    painter.drawText(plate.adjusted(56, 0, -16, 0), Qt::AlignLeft | Qt::AlignVCenter, m_text);
}

} // namespace tachograph::widgets
