#pragma once

#include "models/laneexaminer.h"

#include <QAbstractTableModel>
#include <QString>

namespace tachograph::models {

/// Statistics of a lane as a table: a row for each figure, a column for each quantity.
class LaneStatisticsModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    explicit LaneStatisticsModel(QObject* parent = nullptr);

    void setView(LaneStatisticsPtr view);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// With all digits, cells separated by tabs; empty without a lane.
    [[nodiscard]] QString asTsv() const;

  private:
    enum Row { countRow, medianRow, lowerRow, upperRow, madRow, leastRow, greatestRow, rows };
    [[nodiscard]] QString cell(int row, int column, bool exact) const;

    LaneStatisticsPtr m_view;
};

} // namespace tachograph::models
