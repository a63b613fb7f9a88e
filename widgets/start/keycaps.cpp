#include "widgets/start/keycaps.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace tachograph::widgets {

KeyCaps::KeyCaps(const QStringList& keys, const QString& effect, QWidget* parent)
    : QWidget(parent), m_keys(keys), m_effect(effect), m_theme(&Theme::light()) {
    setAccessibleName(keys.join(QLatin1Char('+')) + QLatin1Char(' ') + effect);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void KeyCaps::setTheme(const Theme& theme) {
    m_theme = &theme;
    update();
}

int KeyCaps::capWidth(const QString& key) const {
    return std::max(20, QFontMetrics(Theme::font(11, true)).horizontalAdvance(key) + 12);
}

QSize KeyCaps::sizeHint() const {
    int width = 0;
    for (const QString& key : m_keys)
        width += capWidth(key) + 3;
    return {width + (m_effect.isEmpty() ? 0 : 4 + QFontMetrics(Theme::font(12)).horizontalAdvance(m_effect) + 2), 22};
}

void KeyCaps::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    int x = 0;
    painter.setFont(Theme::font(11, true));
    for (const QString& key : m_keys) {
        const QRectF cap(x + 0.5, 1.5, capWidth(key) - 1, 18);
        painter.setPen(QPen(m_theme->edge, 1));
        painter.setBrush(m_theme->panel);
        painter.drawRoundedRect(cap, 3, 3);
        painter.drawLine(QPointF(cap.left() + 2, cap.bottom() + 1), QPointF(cap.right() - 2, cap.bottom() + 1));
        painter.setPen(m_theme->text2);
        painter.drawText(cap, Qt::AlignCenter, key);
        x += capWidth(key) + 3;
    }
    painter.setFont(Theme::font(12));
    painter.setPen(m_theme->muted);
    painter.drawText(QRect(x + 4, 0, width() - x - 4, 21), Qt::AlignLeft | Qt::AlignVCenter, m_effect);
}

} // namespace tachograph::widgets
