#pragma once

#include "analysis/comparison/comparison.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <vector>

namespace tachograph::models {

/// A small table of a comparison, as texts. No rows when nothing of it is logged.
struct ComparedTable {
    QStringList header;
    std::vector<QStringList> rows;
    QString remark; ///< what is to be said about all of it; may be empty
};

/// Printed ETAs beside what the work left takes at the true pace, at the quoted steps and where the two lie farthest
/// apart.
ComparedTable etaTable(const Comparison& comparison);

/// The most memory that each GPU used, with the headroom where the capacity is known; what out-of-memory lines say.
ComparedTable memoryTable(const Comparison& comparison);

/// Shows a ComparedTable.
class ComparedTableModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    explicit ComparedTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setTable(ComparedTable table);
    [[nodiscard]] const ComparedTable& table() const { return m_table; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    ComparedTable m_table;
};

} // namespace tachograph::models
