#include "widgets/find/finddelegate.h"

#include "models/items/findmodel.h"

#include <QPainter>

namespace tachograph::widgets {

using models::FindModel;

namespace {
constexpr int rowHeight = 28, inset = 12, kindWidth = 72, gap = 16;
} // namespace

FindDelegate::FindDelegate(QObject* parent) : QStyledItemDelegate(parent), m_theme(&Theme::light()) {}

QSize FindDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
    return {option.rect.width(), rowHeight};
}

void FindDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const bool available = index.flags().testFlag(Qt::ItemIsEnabled);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool hovered = available && option.state.testFlag(QStyle::State_MouseOver);
    const QRect row = option.rect;
    painter->save();
    painter->fillRect(row, selected ? m_theme->selected : hovered ? m_theme->hover : m_theme->panel);
    if (selected) // not by colour alone
        painter->fillRect(QRect(row.left(), row.top(), 3, row.height()), m_theme->accent);
    const QRect text = row.adjusted(inset, 0, -inset, 0);
    painter->setFont(Theme::font(12));
    painter->setPen(m_theme->muted);
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter, index.data(FindModel::kindTextRole).toString());
    const QRect rest = text.adjusted(kindWidth, 0, 0, 0);
    const QString detail = painter->fontMetrics().elidedText(index.data(FindModel::detailRole).toString(),
                                                             Qt::ElideMiddle, rest.width() / 2);
    painter->drawText(rest, Qt::AlignRight | Qt::AlignVCenter, detail);
    const int taken = detail.isEmpty() ? 0 : painter->fontMetrics().horizontalAdvance(detail) + gap;
    painter->setFont(Theme::font(13));
    painter->setPen(available ? m_theme->text : m_theme->muted);
    const QRect title = rest.adjusted(0, 0, -taken, 0);
    painter->drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, title.width()));
    painter->restore();
}

} // namespace tachograph::widgets
