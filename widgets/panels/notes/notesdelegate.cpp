#include "widgets/panels/notes/notesdelegate.h"

#include "models/items/notesmodel.h"
#include "widgets/appearance.h"

#include <QAbstractItemView>
#include <QPainter>

#include <algorithm>

namespace tachograph::widgets {

using models::NotesModel;

namespace {
constexpr int padding = 12, headLine = 20, textLine = 18;
constexpr int longest = 1'000; // characters of a note in the list; all of it is in its editor
} // namespace

NotesDelegate::NotesDelegate(QObject* parent) : QStyledItemDelegate(parent), m_theme(&Theme::light()) {}

int NotesDelegate::widthOf(const QStyleOptionViewItem& option) {
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    return view ? view->viewport()->width() : option.rect.width();
}

int NotesDelegate::layOut(QPainter* painter, const QPoint& topLeft, const QString& text, int width) {
    int height = 0;
    for (const QString& paragraph : text.left(longest).split(u'\n')) {
        const WrappedText lines(paragraph, Theme::font(13), width, textLine);
        if (painter)
            lines.draw(*painter, topLeft + QPoint(0, height));
        height += std::max(lines.height(), textLine / 2);
    }
    return height;
}

QSize NotesDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const int width = widthOf(option);
    return {width,
            6 + headLine + layOut(nullptr, {}, index.data(NotesModel::textRole).toString(), width - 2 * padding) + 9};
}

void NotesDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QRect row = option.rect;
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    painter->save();
    if (selected)
        fillChosen(*painter, row, *m_theme);
    else
        painter->fillRect(row, hovered ? m_theme->hover : m_theme->panel);
    painter->fillRect(QRect(row.left() + padding, row.bottom(), row.width() - 2 * padding, 1), m_theme->hair);
    const QRect head(row.left() + padding, row.top() + 6, row.width() - 2 * padding, headLine);
    painter->setFont(Theme::font(12, true));
    painter->setPen(m_theme->text);
    QRect taken;
    painter->drawText(head, Qt::AlignLeft | Qt::AlignVCenter, index.data(NotesModel::placeRole).toString(), &taken);
    painter->setFont(Theme::font(12));
    painter->setPen(m_theme->muted);
    const QRect rest = head.adjusted(taken.width() + 10, 0, 0, 0);
    painter->drawText(
        rest, Qt::AlignRight | Qt::AlignVCenter,
        painter->fontMetrics().elidedText(index.data(NotesModel::fromRole).toString(), Qt::ElideRight, rest.width()));
    painter->setPen(m_theme->text2);
    layOut(painter, QPoint(row.left() + padding, head.bottom() + 1), index.data(NotesModel::textRole).toString(),
           row.width() - 2 * padding);
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(QPen(m_theme->accent, 1));
        painter->drawRect(row.adjusted(0, 0, -1, -1));
    }
    painter->restore();
}

} // namespace tachograph::widgets
