#pragma once

#include "widgets/theme.h"

#include <QStyledItemDelegate>

namespace tachograph::widgets {

/// Paints runs and their attempts: line sample in the run's colour and dash, name, what is known, the verdict, and at
/// the right the eye that shows or hides the run (a cross while it is read, which cancels).
class RunsDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    explicit RunsDelegate(QObject* parent = nullptr);

    void setTheme(const Theme& theme) { m_theme = &theme; }
    /// Width of the view: error sentences wrap.
    void setWidth(int width) { m_width = width; }
    void setCurrentRun(qulonglong id) { m_current = id; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// The part of a run's place that is below the heading of its group.
    [[nodiscard]] QRect rowRect(const QRect& place, const QModelIndex& index) const;
    /// Where the eye or cross is in the row.
    static QRect buttonRect(const QRect& row);

  signals:
    void buttonClicked(const QModelIndex& index);

  protected:
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

  private:
    void paintHeading(QPainter& painter, int top, const QModelIndex& index) const;
    void paintRun(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
    void paintState(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
    void paintAttempt(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
    void paintSample(QPainter& painter, const QPoint& left, int slot, bool superseded) const;

    const Theme* m_theme;
    int m_width = 252;
    qulonglong m_current = 0;
};

} // namespace tachograph::widgets
