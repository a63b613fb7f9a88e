#pragma once

#include "models/items/differencesmodel.h"

#include <QSortFilterProxyModel>
#include <QTableView>

namespace tachograph::widgets {

/// The table of what differs, as tall as its rows. What can be said of several rows in a row is said once beside them.
class DifferenceTable : public QTableView {
    Q_OBJECT
  public:
    explicit DifferenceTable(models::DifferencesModel& model, QWidget* parent = nullptr);

    /// Only rows in which some cell holds the text.
    void search(const QString& text);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void layOut();
    void joinRemarks();
    /// Rows from `row` on that share its remark.
    [[nodiscard]] int sharing(int row) const;
    [[nodiscard]] int remarkHeight(int row) const;

    QSortFilterProxyModel m_rows;
};

} // namespace tachograph::widgets
