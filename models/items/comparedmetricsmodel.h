#pragma once

#include "models/comparison/comparisonview.h"

#include <QAbstractTableModel>

namespace tachograph::models {

/// One quantity of two runs a row: medians, change, 95 % interval, n, n_eff, verdict. What was printed of the quantity
/// that the verdict rests on, when that is an average since the start, follows it in rows of its own ("printed, steps
/// 965, 707"), which are not judged. What stands in place of an interval is shown from the whiskers' column on.
class ComparedMetricsModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column {
        nameColumn,
        aColumn,
        bColumn,
        changeColumn,
        effectColumn,
        intervalColumn,
        countColumn,
        effectiveColumn,
        verdictColumn,
        columns
    };
    enum Role {
        effectRole =
            Qt::UserRole, ///< B / A, its 95 % interval as [low, ratio, high] of doubles; invalid when not judged
        noteRole,         ///< what stands in place of the interval
        verdictRole,      ///< "worse", "better", ...; as in the JSON
        headlineRole      ///< true for the quantity that the verdict rests on
    };

    explicit ComparedMetricsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setView(const ComparisonViewPtr& view);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// "10; Holm-corrected over the 4 tested"
    [[nodiscard]] QString tally() const;
    /// The largest factor between 1 and an end of an interval, at least 1.05: to draw all intervals on one scale.
    [[nodiscard]] double widestFactor() const;
    /// Header and rows as lines, cells separated by tabs.
    [[nodiscard]] QString asText() const;

  private:
    struct Row {
        QString cells[columns];
        QVariant effect;
        QString note;
        QString verdict;
        bool headline = false;
    };
    void add(const MetricComparison& metric, bool headline);
    void addPrinted(const MetricComparison& metric, const PrintedPair& pair);

    std::vector<Row> m_rows;
    int m_tested = 0;
};

} // namespace tachograph::models
