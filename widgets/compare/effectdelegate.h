#pragma once

#include "widgets/theme.h"

#include <QStyledItemDelegate>

namespace tachograph::widgets {

/// Draws whiskers and verdict badges in a table whose model has the roles of models::ComparedMetricsModel; the rest is
/// the style's.
class EffectDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    /// The columns of whiskers, of intervals (or the notes in their place) and of verdicts.
    struct Columns {
        int effect, interval, verdict;
    };
    EffectDelegate(Columns columns, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    void setTheme(const Theme& theme) { m_theme = &theme; }
    [[nodiscard]] const Theme& theme() const { return *m_theme; }
    /// All whiskers reach from 1 / factor to factor.
    void setWidest(double factor) { m_widest = factor; }

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

  private:
    Columns m_columns;
    const Theme* m_theme;
    double m_widest = 1.05;
};

} // namespace tachograph::widgets
