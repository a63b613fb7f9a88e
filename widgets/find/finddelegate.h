#pragma once

#include "widgets/theme.h"

#include <QStyledItemDelegate>

namespace tachograph::widgets {

/// One row of what was found: kind, title, and at the right where it is or its keys.
class FindDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    explicit FindDelegate(QObject* parent = nullptr);

    void setTheme(const Theme& theme) { m_theme = &theme; }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

  private:
    const Theme* m_theme;
};

} // namespace tachograph::widgets
