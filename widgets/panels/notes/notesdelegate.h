#pragma once

#include "widgets/theme.h"
#include "widgets/wrappedtext.h"

#include <QStyledItemDelegate>

namespace tachograph::widgets {

/// Paints a note of the list: where it is, what it was made of, its text in as many lines as it takes.
class NotesDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    explicit NotesDelegate(QObject* parent = nullptr);

    void setTheme(const Theme& theme) { m_theme = &theme; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

  private:
    [[nodiscard]] static int widthOf(const QStyleOptionViewItem& option);
    /// The text in paragraphs, broken to the width; draws when there is a painter. Answers the height.
    static int layOut(QPainter* painter, const QPoint& topLeft, const QString& text, int width);

    const Theme* m_theme;
};

} // namespace tachograph::widgets
