#pragma once

#include "models/session.h"

#include <QAbstractTableModel>

namespace tachograph::models {

/// The blemishes of the current run's recording, as far as they are kept in full: where, what was found and done, the
/// beginning of the line.
class IssuesModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { whereColumn, whatColumn, textColumn, columns };

    explicit IssuesModel(Session& session, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// The run whose issues are listed; may be null.
    [[nodiscard]] RunPtr run() const { return m_run; }
    [[nodiscard]] const Issue& issue(int row) const { return m_run->issues().kept[static_cast<std::size_t>(row)]; }
    /// "6 in after.log", "first 100 of 2,310 in after.log"
    [[nodiscard]] QString tally() const;
    /// Rows as lines, cells separated by tabs.
    [[nodiscard]] QString asText() const;

  private:
    void follow();

    Session& m_session;
    RunPtr m_run;
};

} // namespace tachograph::models
