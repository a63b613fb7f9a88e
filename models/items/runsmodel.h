#pragma once

#include "models/following/watching.h"
#include "models/runverdict.h"
#include "models/session.h"

#include <QAbstractItemModel>
#include <QTimer>

#include <cstdint>
#include <vector>

namespace tachograph::models {

/// The runs of the session with their attempts as children.
class RunsModel : public QAbstractItemModel {
    Q_OBJECT
  public:
    enum Role {
        idRole = Qt::UserRole, ///< OpenRun::id; of a child: that of its run
        stateRole,             ///< OpenRun::State as int; runs only
        detailRole,            ///< "1,240 steps · 1 h 10 min", an error sentence, or what an attempt covers
        issuesRole,            ///< number of import issues; runs only
        progressRole,          ///< 0 to 1 while loading
        slotRole,              ///< colour and dash
        visibleRole,
        verdictRole,   ///< RunVerdict; runs only
        supersededRole ///< attempts: a later one has all of its steps, or some of them
    };

    explicit RunsModel(Session& session, QObject* parent = nullptr);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

    [[nodiscard]] QModelIndex indexOf(std::uint64_t run) const;
    /// "3 open, 1 loading, 1 failed"
    [[nodiscard]] QString tally() const;

  private:
    struct Entry {
        std::uint64_t id;
        RunPtr run;
        int attempts;
        double seconds; ///< recorded
    };
    [[nodiscard]] std::vector<Entry> entriesNow() const;
    void follow();
    void tellAges();
    [[nodiscard]] QVariant runData(const OpenRun& run, int role) const;
    [[nodiscard]] QVariant attemptData(const OpenRun& run, std::size_t attempt, int role) const;
    [[nodiscard]] QString detailOf(const OpenRun& run) const;
    [[nodiscard]] RunVerdict verdictOf(const OpenRun& run) const;
    [[nodiscard]] QString toolTipOf(const OpenRun& run) const;

    Session& m_session;
    Watching& m_watching;
    QTimer m_ages;                ///< while a file is followed
    std::vector<Entry> m_entries; ///< the shape that views know; texts come from the session
};

} // namespace tachograph::models
