#include "widgets/panels/bill/billdelegate.h"

#include "models/items/billmodel.h"
#include "widgets/appearance.h"
#include "widgets/barcolors.h"

#include <QPainter>

#include <algorithm>

namespace tachograph::widgets {

using models::BillModel;

namespace {

constexpr int inset = 12, lineHeight = 18, barTop = 22, barHeight = 7, rowHeight = 36, plainHeight = 24;
constexpr int shareWidth = 52;

BillModel::Kind kindOf(const QModelIndex& index) {
    return static_cast<BillModel::Kind>(index.data(BillModel::kindRole).toInt());
}

} // namespace

QSize BillDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    return {0, kindOf(index) == BillModel::Kind::notLogged ? plainHeight : rowHeight};
}

void BillDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect row = option.rect;
    if (option.state.testFlag(QStyle::State_Selected))
        fillChosen(*painter, row, *m_theme);
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(row, m_theme->hover);
    paintText(*painter, row, index);
    if (kindOf(index) != BillModel::Kind::notLogged)
        paintBar(*painter, QRectF(row.left() + inset, row.top() + barTop, row.width() - 2 * inset, barHeight), index);
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(QPen(m_theme->accent, 1.5));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(row).adjusted(1.5, 1.5, -1.5, -1.5));
    }
    painter->restore();
}

void BillDelegate::paintText(QPainter& painter, const QRect& row, const QModelIndex& index) const {
    const bool total = kindOf(index) == BillModel::Kind::total;
    const bool missing = kindOf(index) == BillModel::Kind::notLogged;
    const QRect line = row.adjusted(inset, 3, -inset, 0);
    const auto cell = [&](int column) {
        return index.siblingAtColumn(column).data().toString();
    };
    const QRect share(line.right() - shareWidth, line.top(), shareWidth, lineHeight);
    painter.setFont(Theme::font(12));
    painter.setPen(m_theme->muted);
    painter.drawText(share, Qt::AlignRight | Qt::AlignVCenter, cell(BillModel::shareColumn));
    painter.setFont(missing ? Theme::font(12) : Theme::heading(12));
    painter.setPen(missing ? m_theme->muted : m_theme->text);
    const QString time = cell(BillModel::timeColumn);
    const int timeWidth = painter.fontMetrics().horizontalAdvance(time);
    const int timeRight = missing ? line.right() : share.left() - 4;
    painter.drawText(QRect(timeRight - timeWidth, line.top(), timeWidth + 1, lineHeight),
                     Qt::AlignRight | Qt::AlignVCenter, time);
    painter.setFont(total ? Theme::heading(12) : Theme::font(12));
    painter.setPen(missing ? m_theme->muted : total ? m_theme->text : m_theme->text2);
    const QRect name(line.left(), line.top(), timeRight - timeWidth - 8 - line.left(), lineHeight);
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(cell(BillModel::partColumn), Qt::ElideRight, name.width()));
}

void BillDelegate::paintBar(QPainter& painter, const QRectF& box, const QModelIndex& index) const {
    const double least = index.data(BillModel::leastRole).toDouble(), most = index.data(BillModel::mostRole).toDouble();
    const double from = index.data(BillModel::fromRole).toDouble(), to = index.data(BillModel::toRole).toDouble();
    if (!(most > least))
        return;
    const auto xOf = [&](double seconds) {
        return box.left() + (seconds - least) / (most - least) * box.width();
    };
    painter.setPen(QPen(m_theme->hair, 1));
    painter.drawLine(QPointF(xOf(0.0), box.top() - 1), QPointF(xOf(0.0), box.bottom() + 1));
    const BarColors colors = kindOf(index) == BillModel::Kind::total ? BarColors{m_theme->edge, m_theme->muted}
                             : m_phases ? partColors(*m_theme, index.data(BillModel::idRole).toString())
                                        : differenceColors(*m_theme, to - from);
    painter.setPen(QPen(colors.edge, 1));
    painter.setBrush(colors.fill);
    const qreal left = xOf(std::min(from, to)), right = xOf(std::max(from, to));
    painter.drawRect(QRectF(left, box.top(), std::max<qreal>(right - left, 1.5), box.height()));
}

} // namespace tachograph::widgets
