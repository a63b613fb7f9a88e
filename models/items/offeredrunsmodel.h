#pragma once

#include "models/runoffer.h"

#include <QAbstractTableModel>

namespace tachograph::models {

/// The runs of an offer as a table: name, steps, start, duration.
class OfferedRunsModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { nameColumn, stepsColumn, startColumn, durationColumn, columns };
    enum Role { sortRole = Qt::UserRole }; ///< text, or a number; what is not logged comes first

    explicit OfferedRunsModel(RunOffer offer, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    [[nodiscard]] const RunOffer& offer() const { return m_offer; }

  private:
    RunOffer m_offer;
};

} // namespace tachograph::models
