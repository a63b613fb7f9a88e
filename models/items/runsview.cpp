#include "models/items/runsview.h"

#include "models/convert.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace tachograph::models {

namespace {

/// nullptr when the run has no such setting.
const std::string* settingOf(const OpenRun& run, const std::string& key) {
    if (!run.run)
        return nullptr;
    const auto found = run.run->config().find(key);
    return found == run.run->config().end() ? nullptr : &found->second;
}

bool hasWord(const OpenRun& run, const QString& word) {
    if (run.name.contains(word, Qt::CaseInsensitive) || run.path.contains(word, Qt::CaseInsensitive))
        return true;
    const qsizetype equals = word.indexOf(QLatin1Char('='));
    if (equals <= 0)
        return false;
    const std::string* value = settingOf(run, toStd(word.left(equals)));
    return value && toQt(*value).contains(word.mid(equals + 1), Qt::CaseInsensitive);
}

/// Whether all runs that were read have the setting, and the same value.
bool isCommon(const std::vector<OpenRun>& runs, const std::string& key, const std::set<std::string>& values) {
    return values.size() == 1 &&
           std::ranges::all_of(runs, [&key](const OpenRun& run) { return !run.run || settingOf(run, key); });
}

} // namespace

double runFigure(const OpenRun& run, const RunFigures& figures, const RunVerdict& verdict, RunOrder order) {
    if (!run.run)
        return RunFigures::none;
    switch (order) {
    case RunOrder::steps:
        return static_cast<double>(run.run->stepCount());
    case RunOrder::stepTime:
        return figures.stepTime;
    case RunOrder::throughput:
        return figures.throughput;
    case RunOrder::completionLength:
        return figures.completionLength;
    case RunOrder::reward:
        return figures.reward;
    case RunOrder::findings:
        return gravity(verdict);
    case RunOrder::opened:
    case RunOrder::name:
        break;
    }
    return RunFigures::none;
}

bool passesFilter(const OpenRun& run, const QStringList& words) {
    return std::ranges::all_of(words, [&run](const QString& word) { return hasWord(run, word); });
}

void showOnly(Session& session, const std::vector<std::uint64_t>& runs) {
    std::vector<std::pair<std::uint64_t, bool>> wishes;
    for (const OpenRun& run : session.runs())
        wishes.emplace_back(run.id, std::ranges::find(runs, run.id) != runs.end());
    for (const auto& [id, shown] : wishes)
        session.setVisible(id, shown);
}

RunsView::RunsView(Session& session, RunsModel& runs, QObject* parent)
    : QSortFilterProxyModel(parent), m_session(session), m_runs(runs), m_figures(session) {
    setSourceModel(&runs);
    sort(0);
    connect(&m_figures, &RunFigureStore::changed, this, [this] {
        if (m_order != RunOrder::opened && m_order != RunOrder::name)
            invalidate();
    });
}

void RunsView::setFilter(const QString& text) {
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (words == m_words)
        return;
    m_words = words;
    invalidateFilter();
}

void RunsView::setOrder(RunOrder order, Qt::SortOrder direction) {
    if (order == m_order && direction == m_direction)
        return;
    m_order = order;
    m_direction = direction;
    invalidate();
}

void RunsView::setGroupKey(const QString& key) {
    if (key == m_groupKey)
        return;
    m_groupKey = key;
    invalidate();
}

QStringList RunsView::groupKeys() const {
    constexpr std::size_t most = 30;
    std::map<std::string, std::set<std::string>> values;
    for (const OpenRun& run : m_session.runs())
        if (run.run)
            for (const auto& [key, value] : run.run->config())
                values[key].insert(value);
    std::vector<std::pair<std::size_t, std::string>> keys; // groups, key
    for (const auto& [key, different] : values)
        if (!isCommon(m_session.runs(), key, different))
            keys.emplace_back(different.size(), key);
    std::ranges::stable_sort(keys, {}, &std::pair<std::size_t, std::string>::first);
    QStringList names;
    for (std::size_t i = 0; i < std::min(keys.size(), most); ++i)
        names << toQt(keys[i].second);
    return names;
}

const OpenRun* RunsView::runAt(const QModelIndex& sourceIndex) const {
    return m_session.run(sourceIndex.data(RunsModel::idRole).toULongLong());
}

QString RunsView::groupOf(const OpenRun& run) const {
    const std::string* value = settingOf(run, toStd(m_groupKey));
    return value ? QStringLiteral("%1 = %2").arg(m_groupKey, shown(*value, 80))
                 : QStringLiteral("%1: not set").arg(m_groupKey);
}

bool RunsView::filterAcceptsRow(int row, const QModelIndex& parent) const {
    if (parent.isValid() || m_words.isEmpty())
        return true;
    const OpenRun* run = runAt(m_runs.index(row, 0));
    return run && passesFilter(*run, m_words);
}

/// Runs without the setting stand last. In a group the order, else the order in which runs were opened.
bool RunsView::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const OpenRun *a = runAt(left), *b = runAt(right);
    const bool byRow = left.row() < right.row();
    if (!a || !b || left.parent().isValid())
        return byRow;
    if (!m_groupKey.isEmpty()) {
        const std::string key = toStd(m_groupKey);
        if (const bool has = settingOf(*a, key) != nullptr; has != (settingOf(*b, key) != nullptr))
            return has;
        if (const int groups = QString::compare(groupOf(*a), groupOf(*b), Qt::CaseInsensitive); groups != 0)
            return groups < 0;
    }
    const bool down = m_direction == Qt::DescendingOrder;
    if (m_order == RunOrder::opened)
        return down ? right.row() < left.row() : byRow;
    if (m_order == RunOrder::name) {
        const int names = QString::compare(a->name, b->name, Qt::CaseInsensitive);
        return names == 0 ? byRow : (names < 0) != down;
    }
    const double x = figureOf(*a), y = figureOf(*b);
    if (std::isnan(x) != std::isnan(y))
        return std::isnan(y);
    return std::isnan(x) || x == y ? byRow : (x < y) != down;
}

double RunsView::figureOf(const OpenRun& run) const {
    return runFigure(run, m_figures.of(run.id), runVerdict(m_session, run), m_order);
}

std::vector<std::uint64_t> RunsView::shownRuns() const {
    std::vector<std::uint64_t> runs;
    for (int row = 0; row < rowCount(); ++row)
        runs.push_back(index(row, 0).data(RunsModel::idRole).toULongLong());
    return runs;
}

QVariant RunsView::data(const QModelIndex& index, int role) const {
    if (role != headingRole)
        return QSortFilterProxyModel::data(index, role);
    const OpenRun* run = m_groupKey.isEmpty() || index.parent().isValid() ? nullptr : runAt(mapToSource(index));
    if (!run)
        return {};
    const OpenRun* above = index.row() > 0 ? runAt(mapToSource(this->index(index.row() - 1, 0))) : nullptr;
    const QString group = groupOf(*run);
    return above && groupOf(*above) == group ? QVariant() : QVariant(group);
}

} // namespace tachograph::models
