#pragma once

#include "widgets/panels/panel.h"

class QComboBox;
class QLabel;
class QTableView;

namespace tachograph::models {
class LaneExaminer;
class LaneStatisticsModel;
} // namespace tachograph::models

namespace tachograph::widgets {

class DistributionView;
class SegmentedControl;

/// Statistics and distribution of the values of one lane in the visible range, of all visible runs.
class StatisticsPanelWidget : public PanelWidget {
    Q_OBJECT
  public:
    explicit StatisticsPanelWidget(models::Session& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme) override;
    [[nodiscard]] QList<QAction*> titleActions() const override { return {m_copy}; }

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

  private:
    void build();
    void fillLanes();
    void follow();

    models::Session& m_session;
    models::LaneExaminer* m_examiner;
    models::LaneStatisticsModel* m_model;
    QComboBox* m_lane;
    QTableView* m_table;
    QLabel* m_missing;
    SegmentedControl* m_form;
    DistributionView* m_distribution;
    QAction* m_copy;
};

} // namespace tachograph::widgets
