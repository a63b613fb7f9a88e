#pragma once

#include "widgets/theme.h"

#include <QStyledItemDelegate>

namespace tachograph::widgets {

/// Paints the list of series: headings, and lanes with a check box, the title and at the right the key as recorded.
class SeriesDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    explicit SeriesDelegate(QObject* parent = nullptr);

    void setTheme(const Theme& theme) { m_theme = &theme; }
    void setWidth(int width) { m_width = width; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

  protected:
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

  private:
    void paintLane(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
    void paintBox(QPainter& painter, const QRectF& box, bool checked, bool enabled) const;

    const Theme* m_theme;
    int m_width = 252;
};

} // namespace tachograph::widgets
