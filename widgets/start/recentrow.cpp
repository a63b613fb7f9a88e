#include "widgets/start/recentrow.h"

#include "widgets/icons.h"

#include <QKeyEvent>
#include <QPainter>

namespace tachograph::widgets {

RecentRow::RecentRow(RecentEntry entry, bool last, QWidget* parent)
    : QAbstractButton(parent), m_entry(std::move(entry)), m_last(last), m_theme(&Theme::light()) {
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setText(m_entry.name);
    setToolTip(m_entry.path);
    setAccessibleName(m_entry.missing ? tr("%1, file not found").arg(m_entry.name) : m_entry.name);
    setAccessibleDescription(m_entry.path);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RecentRow::setTheme(const Theme& theme) {
    m_theme = &theme;
    update();
}

QSize RecentRow::sizeHint() const {
    return {320, 60};
}

void RecentRow::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void RecentRow::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

void RecentRow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void RecentRow::paintRight(QPainter& painter, const QRect& area) const {
    painter.setFont(Theme::font(12));
    painter.setPen(m_theme->muted);
    if (!m_entry.missing) {
        painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, m_entry.when);
        return;
    }
    const QRect upper(area.left(), area.top() + 12, area.width(), 18);
    const QRect lower(area.left(), area.top() + 30, area.width(), 18);
    painter.drawText(upper, Qt::AlignRight | Qt::AlignVCenter, m_entry.when);
    const QString notFound = tr("file not found");
    painter.setPen(m_theme->warning.text);
    painter.drawText(lower, Qt::AlignRight | Qt::AlignVCenter, notFound);
    const int left = lower.right() - painter.fontMetrics().horizontalAdvance(notFound) - 18;
    painter.drawPixmap(left, lower.top() + 3,
                       iconPixmap(QStringLiteral("warning"), m_theme->warning.text, 12, devicePixelRatioF()));
}

void RecentRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect all = rect();
    if (underMouse() || isDown())
        painter.fillRect(all, m_theme->hover);
    if (!m_last) {
        painter.setPen(QPen(m_theme->hair, 1));
        painter.drawLine(QPointF(0, all.bottom() + 0.5), QPointF(all.width(), all.bottom() + 0.5));
    }
    const QString kind = m_entry.isFolder ? QStringLiteral("folder") : QStringLiteral("file");
    painter.drawPixmap(14, (height() - 18) / 2, iconPixmap(kind, m_theme->text2, 18, devicePixelRatioF()));
    const int rightWidth = 120;
    const QRect text(45, 0, width() - 45 - rightWidth - 24, height());
    painter.setFont(Theme::font(13, true));
    painter.setPen(m_entry.missing ? m_theme->muted : m_theme->text);
    painter.drawText(QRect(text.left(), 11, text.width(), 19), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_entry.name, Qt::ElideMiddle, text.width()));
    painter.setFont(Theme::font(12));
    painter.setPen(m_theme->muted);
    painter.drawText(QRect(text.left(), 30, text.width(), 18), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_entry.folder, Qt::ElideMiddle, text.width()));
    paintRight(painter, QRect(width() - rightWidth - 15, 0, rightWidth, height()));
    if (hasFocus()) {
        painter.setPen(QPen(m_theme->accent, 2));
        painter.drawRoundedRect(QRectF(all).adjusted(2, 2, -2, -2), 4, 4);
    }
}

} // namespace tachograph::widgets
