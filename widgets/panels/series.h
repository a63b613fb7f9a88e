#pragma once

#include "widgets/panels/panel.h"

class QLineEdit;
class QTreeView;

namespace tachograph::models {
class SeriesModel;
}

namespace tachograph::widgets {

class SeriesDelegate;

/// The series of the visible runs, each of which can be a lane.
class SeriesPanelWidget : public PanelWidget {
    Q_OBJECT
  public:
    explicit SeriesPanelWidget(models::Session& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme) override;
    [[nodiscard]] QList<QAction*> titleActions() const override { return {m_meanings, m_filter}; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void follow();
    void showMenu(const QPoint& pos);

    models::SeriesModel* m_model;
    SeriesDelegate* m_delegate;
    QTreeView* m_tree;
    QLineEdit* m_field;
    QAction* m_filter;
    QAction* m_meanings;
};

} // namespace tachograph::widgets
