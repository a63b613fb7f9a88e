#include "widgets/panels/findings/findingdelegate.h"

#include "widgets/panels/findings/findinglistmodel.h"

#include <QPainter>

namespace tachograph::widgets {

namespace {
constexpr int margin = 10; // left and right of a card
constexpr int gap = 8;     // above a card
constexpr int headingHeight = 30;
constexpr int verdictLine = 17;
} // namespace

FindingDelegate::FindingDelegate(const FindingListModel& rows, QObject* parent)
    : QStyledItemDelegate(parent), m_rows(rows), m_theme(&Theme::light()) {}

void FindingDelegate::setWidth(int width) {
    if (width == m_width)
        return;
    m_width = width;
    forget();
}

void FindingDelegate::setOpenFinding(int finding) {
    m_open = finding;
    forget();
}

const FindingCardLayout& FindingDelegate::layoutOf(int row) const {
    std::unique_ptr<FindingCardLayout>& layout = m_layouts[row];
    if (!layout) {
        const models::FindingEntry& entry = m_rows.entry(row);
        layout = std::make_unique<FindingCardLayout>(entry, m_width - 2 * margin,
                                                     m_open >= 0 && entry.timelineIndex == m_open);
    }
    return *layout;
}

/// The reason, and the numbers of the detector that are not at their defaults.
QString FindingDelegate::verdictText(int row) const {
    const models::FindingEntry& entry = m_rows.entry(row);
    return entry.knobs.isEmpty() ? entry.summary : tr("%1 With %2.").arg(entry.summary, entry.knobs);
}

QSize FindingDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    const FindingListRow& row = m_rows.row(index.row());
    switch (row.kind) {
    case FindingListRow::Kind::card:
        return {m_width, layoutOf(index.row()).height() + gap};
    case FindingListRow::Kind::heading:
        return {m_width, headingHeight};
    case FindingListRow::Kind::verdict:
        break;
    }
    return {m_width, verdictLine +
                         WrappedText(verdictText(index.row()), Theme::font(12), m_width - 24, verdictLine).height() +
                         8};
}

void FindingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const FindingListRow& row = m_rows.row(index.row());
    switch (row.kind) {
    case FindingListRow::Kind::card:
        layoutOf(index.row())
            .draw(*painter, *m_theme, option.rect.topLeft() + QPoint(margin, gap),
                  option.state.testFlag(QStyle::State_MouseOver), option.state.testFlag(QStyle::State_HasFocus),
                  painter->device()->devicePixelRatioF());
        break;
    case FindingListRow::Kind::heading:
        painter->setFont(Theme::heading(12));
        painter->setPen(m_theme->text2);
        painter->drawText(option.rect.adjusted(12, 8, -12, 0), Qt::AlignLeft | Qt::AlignVCenter, row.heading);
        break;
    case FindingListRow::Kind::verdict:
        paintVerdict(*painter, option.rect, index);
        break;
    }
}

void FindingDelegate::paintVerdict(QPainter& painter, const QRect& rect, const QModelIndex& index) const {
    const models::FindingEntry& entry = m_rows.entry(index.row());
    painter.setFont(Theme::font(12, true));
    painter.setPen(m_theme->text);
    painter.drawText(QRect(rect.left() + 12, rect.top() + 2, rect.width() - 24, verdictLine),
                     Qt::AlignLeft | Qt::AlignVCenter, entry.code);
    painter.setPen(m_theme->muted);
    WrappedText(verdictText(index.row()), Theme::font(12), m_width - 24, verdictLine)
        .draw(painter, QPointF(rect.left() + 12, rect.top() + 2 + verdictLine));
}

FindingCardLayout::Link FindingDelegate::linkAt(const QModelIndex& index, const QPoint& pos) const {
    if (!index.isValid() || m_rows.row(index.row()).kind != FindingListRow::Kind::card)
        return FindingCardLayout::Link::none;
    return layoutOf(index.row()).linkAt(pos - QPoint(margin, gap));
}

} // namespace tachograph::widgets
