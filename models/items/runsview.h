#pragma once

#include "models/items/runsmodel.h"
#include "models/runfigures.h"
#include "models/runverdict.h"

#include <QSortFilterProxyModel>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace tachograph::models {

/// What runs are sorted by.
enum class RunOrder { opened, name, steps, stepTime, throughput, completionLength, reward, findings };

/// The figure that an order goes by; NaN when the run does not have it, or for opened and name.
double runFigure(const OpenRun& run, const RunFigures& figures, const RunVerdict& verdict, RunOrder order);

/// Whether every word is in the name or path of the run, or, written KEY=TEXT, in the value of a setting. Case does not
/// matter but for keys.
bool passesFilter(const OpenRun& run, const QStringList& words);

/// Shows these runs and hides the others.
void showOnly(Session& session, const std::vector<std::uint64_t>& runs);

/// The runs as a list of many is read: filtered by words, sorted by a figure, in groups of equal values of a setting.
/// Attempts stay below their run.
class RunsView : public QSortFilterProxyModel {
    Q_OBJECT
  public:
    /// Of the first row of a group: "lr = 0.1"; else and without groups nothing.
    static constexpr int headingRole = Qt::UserRole + 100;

    RunsView(Session& session, RunsModel& runs, QObject* parent = nullptr);

    void setFilter(const QString& text); ///< see passesFilter()
    [[nodiscard]] bool isFiltered() const { return !m_words.isEmpty(); }
    /// Runs without the figure come last either way.
    void setOrder(RunOrder order, Qt::SortOrder direction);
    [[nodiscard]] RunOrder order() const { return m_order; }
    [[nodiscard]] Qt::SortOrder direction() const { return m_direction; }
    /// A key of the configuration; empty = no groups.
    void setGroupKey(const QString& key);
    [[nodiscard]] QString groupKey() const { return m_groupKey; }
    /// Keys whose values differ between the runs, those of few groups first; at most 30.
    [[nodiscard]] QStringList groupKeys() const;

    [[nodiscard]] QModelIndex indexOf(std::uint64_t run) const { return mapFromSource(m_runs.indexOf(run)); }
    [[nodiscard]] const RunFigureStore& figures() const { return m_figures; }
    /// The runs that pass the filter, from top to bottom.
    [[nodiscard]] std::vector<std::uint64_t> shownRuns() const;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

  protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

  private:
    [[nodiscard]] const OpenRun* runAt(const QModelIndex& sourceIndex) const;
    [[nodiscard]] QString groupOf(const OpenRun& run) const;
    [[nodiscard]] double figureOf(const OpenRun& run) const;

    Session& m_session;
    RunsModel& m_runs;
    RunFigureStore m_figures;
    QStringList m_words;
    RunOrder m_order = RunOrder::opened;
    Qt::SortOrder m_direction = Qt::AscendingOrder;
    QString m_groupKey;
};

} // namespace tachograph::models
