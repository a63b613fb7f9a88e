#pragma once

#include "models/comparison/comparisonview.h"

#include <QAbstractTableModel>

namespace tachograph::models {

/// The baseline and every run that is held against it, a row each: what the verdict rests on, its change, interval and
/// verdict. Empty for two runs alone. The roles are those of ComparedMetricsModel; headlineRole marks B.
class ComparedRunsModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column {
        letterColumn, ///< "A", "B", else nothing
        nameColumn,
        valueColumn,
        changeColumn,
        effectColumn,
        intervalColumn,
        effectiveColumn,
        verdictColumn,
        columns
    };

    explicit ComparedRunsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setView(const ComparisonViewPtr& view);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Index into the view's others; -1 for the baseline.
    [[nodiscard]] int otherOf(int row) const { return row - 1; }
    /// As of ComparedMetricsModel.
    [[nodiscard]] double widestFactor() const;
    /// Header and rows as lines, cells separated by tabs.
    [[nodiscard]] QString asText() const;

  private:
    struct Row {
        QString cells[columns];
        QVariant effect;
        QString verdict, note;
        bool isB = false;
    };
    void addBaseline(const Comparison& comparison);
    void addOther(const Comparison& other, const Comparison& shown);

    std::vector<Row> m_rows;
};

} // namespace tachograph::models
