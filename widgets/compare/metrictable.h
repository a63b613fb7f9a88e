#pragma once

#include "models/items/comparedmetricsmodel.h"
#include "widgets/theme.h"

#include <QTableView>

namespace tachograph::widgets {

class EffectDelegate;

/// The table of compared quantities with visible whiskers and verdict badges.
class MetricTable : public QTableView {
    Q_OBJECT
  public:
    explicit MetricTable(models::ComparedMetricsModel& model, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void spanNotes();

    models::ComparedMetricsModel& m_model;
    EffectDelegate* m_delegate;
};

} // namespace tachograph::widgets
