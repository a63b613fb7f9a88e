#pragma once

#include "models/comparison/comparisonview.h"

#include <QAbstractTableModel>

#include <array>

namespace tachograph::models {

/// What differs between two runs: environment, configuration, and messages that only one of them logged. Rows that
/// differ in every run (names, paths, times, seeds) are left out and counted.
class DifferencesModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { keyColumn, aColumn, bColumn, remarkColumn, columns };
    enum Role {
        changesTogetherRole = Qt::UserRole, ///< true for rows whose effects cannot be separated
        messageRole                         ///< true for messages that only one run logged
    };

    explicit DifferencesModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setView(const ComparisonViewPtr& view);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// "7 differ, 11 the same, 2 that always differ left out": names, paths, times
    [[nodiscard]] QString tally() const;
    /// A table in Markdown, every row.
    [[nodiscard]] QString asMarkdown() const;

  private:
    struct Row {
        std::array<QString, columns> cells;
        bool together = false, message = false;
    };
    static int rankOf(const Row& row);
    void addSettings(const std::vector<SettingDifference>& rows, const Expectation& expectation);

    std::vector<Row> m_rows;
    std::size_t m_equal = 0, m_settings = 0, m_folded = 0;
};

} // namespace tachograph::models
