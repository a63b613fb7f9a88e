#pragma once

#include "widgets/panels/panel.h"

#include <QTimer>

#include <cstdint>

class QLineEdit;
class QMenu;
class QModelIndex;
class QToolButton;
class QTreeView;

namespace tachograph::models {
class RunsModel;
class RunsView;
} // namespace tachograph::models

namespace tachograph::widgets {

class RunsDelegate;

/// The open runs: which is current, which are shown, how far reading is, what could not be read. Many of them are
/// filtered, sorted and grouped.
class RunsPanelWidget : public PanelWidget {
    Q_OBJECT
  public:
    explicit RunsPanelWidget(models::Session& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme) override;
    [[nodiscard]] QList<QAction*> titleActions() const override { return {m_add}; }

    /// Shows the filter field and puts the keyboard into it.
    void focusFilter();
    /// How often the rows were laid out anew: what many runs cost.
    [[nodiscard]] int layouts() const { return m_layouts; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void buildFilter();
    void follow();
    void followLater(const QList<int>& roles);
    void tellTally();
    void fillOrderMenu();
    void addOrders(QMenu& menu);
    void addGroups(QMenu& menu);
    void addExamining(QMenu& menu);
    void addRunEntries(QMenu& menu, std::uint64_t id, bool visible);
    void press(const QModelIndex& index);
    void showMenu(const QPoint& pos);
    [[nodiscard]] bool isHeading(const QPoint& pos) const; ///< of a group
    [[nodiscard]] std::uint64_t idOf(const QModelIndex& index) const;

    models::Session& m_session;
    models::RunsModel* m_model;
    models::RunsView* m_view;
    RunsDelegate* m_delegate;
    QTreeView* m_tree;
    QWidget* m_filterRow;
    QLineEdit* m_filter;
    QToolButton* m_order;
    QTimer m_wait; ///< several changes in one go give one layout
    int m_layouts = 0;
    bool m_filtering = false; ///< another row becomes the current one because its own has gone
    QAction* m_add;
};

} // namespace tachograph::widgets
