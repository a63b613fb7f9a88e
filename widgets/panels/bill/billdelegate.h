#pragma once

#include "widgets/theme.h"

#include <QStyledItemDelegate>

namespace tachograph::widgets {

/// Paints a part of a bill: name, time and share in a line, and below it the bar of the waterfall on the scale of all
/// bars. In the view of all time bars have the colours of the phases in the lanes, else those of worse and better.
class BillDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    explicit BillDelegate(QObject* parent = nullptr) : QStyledItemDelegate(parent), m_theme(&Theme::light()) {}

    void setTheme(const Theme& theme) { m_theme = &theme; }
    /// Whether bars are phases of the step rather than differences.
    void setPhases(bool phases) { m_phases = phases; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

  private:
    void paintText(QPainter& painter, const QRect& row, const QModelIndex& index) const;
    void paintBar(QPainter& painter, const QRectF& box, const QModelIndex& index) const;

    const Theme* m_theme;
    bool m_phases = false;
};

} // namespace tachograph::widgets
