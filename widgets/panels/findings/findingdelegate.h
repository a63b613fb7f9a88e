#pragma once

#include "widgets/panels/findings/findingcard.h"

#include <QStyledItemDelegate>

#include <map>
#include <memory>

namespace tachograph::widgets {

class FindingListModel;

/// Paints the rows of the Findings list: cards, headings and verdicts.
class FindingDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    FindingDelegate(const FindingListModel& rows, QObject* parent);

    void setTheme(const Theme& theme) { m_theme = &theme; }
    /// Width of the rows and the finding whose card is open; the view lays out anew after a change.
    void setWidth(int width);
    void setOpenFinding(int finding);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// What is at a position relative to the row's top left corner.
    [[nodiscard]] FindingCardLayout::Link linkAt(const QModelIndex& index, const QPoint& pos) const;
    /// Forgets the layouts: the rows have changed.
    void forget() { m_layouts.clear(); }

  private:
    [[nodiscard]] const FindingCardLayout& layoutOf(int row) const;
    [[nodiscard]] QString verdictText(int row) const;
    void paintVerdict(QPainter& painter, const QRect& rect, const QModelIndex& index) const;

    const FindingListModel& m_rows;
    const Theme* m_theme;
    int m_width = 340;
    int m_open = -1;
    mutable std::map<int, std::unique_ptr<FindingCardLayout>> m_layouts; // by row; computed when first asked for
};

} // namespace tachograph::widgets
