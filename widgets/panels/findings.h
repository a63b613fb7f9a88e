#pragma once

#include "widgets/panels/panel.h"

class QButtonGroup;
class QLabel;
class QLayout;
class QModelIndex;

namespace tachograph::models {
class FindingsModel;
}

namespace tachograph::widgets {

class FindingDelegate;
class FindingList;
class FindingListModel;

/// What the detectors found, as cards with filters by severity; below, what the others said and why.
class FindingsPanelWidget : public PanelWidget {
    Q_OBJECT
  public:
    explicit FindingsPanelWidget(models::Session& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme) override;
    /// The selected finding for a ticket; empty when none is selected.
    [[nodiscard]] QString selectedAsText() const;

  private:
    QLayout* makeChips();
    void rowsChanged();
    void refreshNote();
    void followSelection();
    void showSeries(const QModelIndex& index);
    void dismiss(const QModelIndex& index);
    void zoomTo(const QModelIndex& index);
    void copy(const QModelIndex& index);
    [[nodiscard]] QString rowAsText(int row) const;
    void showMenu(const QPoint& pos);

    models::Session& m_session;
    models::FindingsModel* m_said;
    FindingListModel* m_rows;
    FindingDelegate* m_delegate;
    FindingList* m_list;
    QButtonGroup* m_chips;
    QLabel* m_empty;
};

} // namespace tachograph::widgets
