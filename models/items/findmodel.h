#pragma once

#include "models/items/findentry.h"
#include "models/session.h"

#include <QAbstractListModel>

#include <vector>

namespace tachograph::models {

/// What a search leads to: a step, findings and notes, series, runs, commands. The best first, at most `mostShown`.
class FindModel : public QAbstractListModel {
    Q_OBJECT
  public:
    enum Role {
        kindRole = Qt::UserRole, ///< FindEntry::Kind as int
        kindTextRole,            ///< "finding"
        detailRole
    };
    static constexpr std::size_t mostShown = 200;

    explicit FindModel(Session& session, QObject* parent = nullptr);

    /// What can be looked for now: of the session, with these commands. The query stays.
    void collect(std::vector<FindEntry> commands);
    /// Every word of it must be in an entry, without regard to case; empty = everything. A number, with or without
    /// "step" before it, is that step of the current run.
    void setQuery(const QString& query);
    [[nodiscard]] const FindEntry& entry(int row) const { return m_found[static_cast<std::size_t>(row)]; }
    /// First row that leads somewhere; -1 when there is none.
    [[nodiscard]] int firstAvailable() const;
    /// "3 found", "347 found, the first 200 are listed", "nothing found".
    [[nodiscard]] QString tally() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

  private:
    void addFindings();
    void addNotes();
    void addSeries();
    void addRuns();
    void search();

    Session& m_session;
    std::vector<FindEntry> m_all, m_found;
    std::size_t m_count = 0; ///< found in all
    QString m_query;
};

} // namespace tachograph::models
