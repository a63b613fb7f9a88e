#include "widgets/badge.h"

#include "widgets/icons.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFontMetrics>
#include <QLabel>
#include <QPainter>
#include <QStyle>

namespace tachograph::widgets::badge {

namespace {
constexpr int padding = 6, glyphSize = 12;

QFont face() {
    return Theme::font(11, true);
}

void drawPlate(QPainter& painter, const QRect& rect, const QColor& fill) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, 3, 3);
}
} // namespace

QString severityText(Severity severity) {
    switch (severity) {
    case Severity::critical:
        return QCoreApplication::translate("badge", "Critical");
    case Severity::warning:
        return QCoreApplication::translate("badge", "Warning");
    case Severity::info:
        break;
    }
    return QCoreApplication::translate("badge", "Info");
}

QString severityIcon(Severity severity) {
    return QString::fromLatin1(severityName(severity));
}

int width(const QString& text, bool glyph) {
    return QFontMetrics(face()).horizontalAdvance(text) + 2 * padding + (glyph ? glyphSize + 4 : 0);
}

int draw(QPainter& painter, const Theme& theme, const QPoint& topLeft, Severity severity, qreal ratio) {
    const Theme::Signal& colors = theme.signal(severity);
    const QString text = severityText(severity);
    const QRect plate(topLeft, QSize(width(text, true), height));
    drawPlate(painter, plate, colors.fill);
    painter.drawPixmap(plate.left() + padding, plate.top() + (height - glyphSize) / 2,
                       iconPixmap(severityIcon(severity), colors.text, glyphSize, ratio));
    painter.setPen(colors.text);
    painter.setFont(face());
    painter.drawText(plate.adjusted(padding + glyphSize + 4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
    return plate.right() + 1;
}

int drawPlain(QPainter& painter, const Theme::Signal& colors, const QPoint& topLeft, const QString& text) {
    const QRect plate(topLeft, QSize(width(text, false), height));
    drawPlate(painter, plate, colors.fill);
    painter.setPen(colors.text);
    painter.setFont(face());
    painter.drawText(plate, Qt::AlignCenter, text);
    return plate.right() + 1;
}

void setOn(QLabel& label, const QString& kind, const QString& word) {
    if (label.property("badge") != kind) {
        label.setProperty("badge", kind);
        // A changed property takes effect only when the style is set again, and its padding only with the event; the
        // word comes last, because a label keeps the size that its text had when it was set.
        label.style()->unpolish(&label);
        label.style()->polish(&label);
        QEvent changed(QEvent::StyleChange);
        QCoreApplication::sendEvent(&label, &changed);
    }
    label.setText(word);
    label.updateGeometry();
}

} // namespace tachograph::widgets::badge
