#pragma once

#include "models/items/comparedtables.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace tachograph::widgets {

/// A section with a small table of figures and a remark below it; hidden when there is neither.
class FigureTable : public QWidget {
    Q_OBJECT
  public:
    explicit FigureTable(const QString& title, QWidget* parent = nullptr);

    void setTable(models::ComparedTable table);

  private:
    models::ComparedTableModel m_rows;
    QTableView* m_table;
    QLabel* m_remark;
};

} // namespace tachograph::widgets
