#include "widgets/panels/runs/verdictline.h"

#include "widgets/icons.h"

#include <QPainter>

#include <utility>

namespace tachograph::widgets {

namespace {

constexpr int iconSide = 12, gap = 4, betweenCounts = 8;

QString iconOf(Severity severity) {
    return QString::fromLatin1(severityName(severity)); // the drawings have the names of the severities
}

/// Draws "sign number" so that it ends at `right`; answers where it begins.
int drawCount(QPainter& painter, const QRect& line, int right, Severity severity, std::size_t count,
              const Theme& theme) {
    const QString number = QString::number(count);
    const int width = painter.fontMetrics().horizontalAdvance(number);
    painter.setPen(theme.text2);
    painter.drawText(QRect(right - width, line.top(), width, line.height()), Qt::AlignLeft | Qt::AlignVCenter, number);
    const int left = right - width - gap - iconSide;
    painter.drawPixmap(
        left, line.top() + (line.height() - iconSide) / 2,
        iconPixmap(iconOf(severity), theme.signal(severity).text, iconSide, painter.device()->devicePixelRatioF()));
    return left;
}

} // namespace

void drawVerdict(QPainter& painter, const QRect& line, const models::RunVerdict& verdict, const Theme& theme) {
    painter.setFont(Theme::font(12));
    int right = line.left() + line.width();
    for (const Severity severity : {Severity::info, Severity::warning, Severity::critical})
        if (const std::size_t count = verdict.counts.at(static_cast<std::size_t>(severity)); count > 0)
            right = drawCount(painter, line, right, severity, count, theme) - betweenCounts;
    painter.setPen(verdict.gravest.isEmpty() ? theme.muted : theme.signal(verdict.severity).text);
    const int width = right - line.left();
    painter.drawText(QRect(line.left(), line.top(), width, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(verdictHead(verdict), Qt::ElideRight, width));
}

} // namespace tachograph::widgets
