#pragma once

#include "models/items/comparedmetricsmodel.h"
#include "widgets/theme.h"

#include <QTableView>

namespace tachograph::widgets {

/// The table of compared quantities with visible whiskers and verdict badges.
class MetricTable : public QTableView {
    Q_OBJECT
  public:
    explicit MetricTable(models::ComparedMetricsModel& model, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    [[nodiscard]] const Theme& theme() const { return *m_theme; }

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void spanNotes();

    models::ComparedMetricsModel& m_model;
    const Theme* m_theme;
};

} // namespace tachograph::widgets
