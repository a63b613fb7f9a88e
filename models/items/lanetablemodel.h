#pragma once

#include "models/lanecolumns.h"

#include <QAbstractTableModel>
#include <QString>

#include <cstdint>
#include <utility>
#include <vector>

namespace tachograph::models {

/// The values of a lane in a range as a table: a row for each place, a column for each quantity. A place that stands
/// for several rows of the recording has as many rows here; a value that is not a number is told in a column of its
/// own.
class LaneTableModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    LaneTableModel(const Timeline& timeline, const Lane& lane, double xMin, double xMax, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// The rows (ascending; none = all) with the titles above, cells with all digits, separated by tabs.
    [[nodiscard]] QString asTsv(const std::vector<int>& rows = {}) const;

  private:
    void placeRows(const std::vector<LaneColumn>& columns, const std::vector<double>& missing);
    [[nodiscard]] QString cell(int row, int column, bool exact) const;
    [[nodiscard]] QString placeText(double x) const;

    XAxis m_axis;
    QStringList m_titles;
    std::vector<double> m_places;              ///< x of each row
    std::vector<std::vector<double>> m_values; ///< by column and row; NaN = none
    std::vector<bool> m_missing;               ///< by row; empty = nothing is missing
};

} // namespace tachograph::models
