#pragma once

#include "widgets/panels/panel.h"

class QModelIndex;
class QTreeView;

namespace tachograph::models {
class RunsModel;
}

namespace tachograph::widgets {

class RunsDelegate;

/// The open runs: which is current, which are shown, how far reading is, what could not be read.
class RunsPanelWidget : public PanelWidget {
    Q_OBJECT
  public:
    explicit RunsPanelWidget(models::Session& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme) override;
    [[nodiscard]] QList<QAction*> titleActions() const override { return {m_add}; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void follow();
    void press(const QModelIndex& index);
    void showMenu(const QPoint& pos);
    [[nodiscard]] std::uint64_t idOf(const QModelIndex& index) const;

    models::Session& m_session;
    models::RunsModel* m_model;
    RunsDelegate* m_delegate;
    QTreeView* m_tree;
    QAction* m_add;
};

} // namespace tachograph::widgets
