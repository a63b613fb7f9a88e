#pragma once

#include "models/runoffer.h"

#include <QDialog>

#include <cstddef>
#include <vector>

class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTreeView;

namespace tachograph::models {
class OfferedRunsModel;
}

namespace tachograph::app {

/// Which runs of a recording that holds several are to be opened: a list that can be searched and sorted. Leaves the
/// window usable (shown, not executed).
class RunChooser : public QDialog {
    Q_OBJECT
  public:
    explicit RunChooser(const models::RunOffer& offer, QWidget* parent = nullptr);

    /// Indices into the offer, in the order of the list.
    [[nodiscard]] std::vector<std::size_t> chosen() const;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void buildList();
    void filter(const QString& text);
    void refreshButton();

    models::OfferedRunsModel* m_runs;
    QSortFilterProxyModel* m_sorted;
    QLineEdit* m_search;
    QTreeView* m_list;
    QPushButton* m_open;
};

} // namespace tachograph::app
