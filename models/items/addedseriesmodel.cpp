#include "models/items/addedseriesmodel.h"

#include "models/addedseries.h"
#include "models/convert.h"
#include "models/lanes/lanelines.h"

#include <algorithm>

namespace tachograph::models {

namespace {

/// The lane that has this series as its own.
QString ownLaneOf(const Run& run, const Series& series) {
    for (const LaneBuilder* builder : laneBuilders())
        if (builder->mainSeries(run) == &series)
            return QLatin1String(builder->id);
    return seriesLanePrefix + toQt(series.key);
}

QString remarkOf(const Series& series) {
    const QString key = shown(series.key, 200);
    const QString average =
        series.averaging == Averaging::sinceStart ? QStringLiteral("average since the start") : QString();
    return joined({series.role.empty() || series.derived ? QString() : key, scopeText(series.scope), average,
                   series.derived ? QStringLiteral("derived") : QString()});
}

} // namespace

AddedSeriesModel::AddedSeriesModel(Session& session, const Timeline& timeline, const Lane& lane, QObject* parent)
    : QAbstractTableModel(parent), m_session(session), m_lane(lane.id) {
    Lane own = lane; // what is added is the session's to say
    own.added.clear();
    for (const TimelineRun& run : timeline.runs)
        addRows(*run.run, own);
    std::stable_partition(m_rows.begin(), m_rows.end(), [](const Row& row) { return row.why.isEmpty(); });
    connect(&session, &Session::optionsChanged, this, [this] {
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
    });
}

void AddedSeriesModel::addRows(const Run& run, const Lane& lane) {
    for (const Series& series : run.series()) {
        const QString key = toQt(series.key);
        const bool empty = series.size() + series.missingRows.size() == 0;
        if (empty || std::ranges::find(lane.keys, key) != lane.keys.end() ||
            std::ranges::find(m_rows, key, &Row::key) != m_rows.end())
            continue;
        m_rows.push_back({key, seriesName(run, series), shown(series.unit, 40), remarkOf(series),
                          whyNotAdded(lane, series), ownLaneOf(run, series)});
    }
}

int AddedSeriesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int AddedSeriesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns);
}

bool AddedSeriesModel::isAdded(const Row& row) const {
    const auto lane = m_session.addedSeries().find(m_lane);
    return lane != m_session.addedSeries().end() && std::ranges::find(lane->second, row.key) != lane->second.end();
}

QString AddedSeriesModel::why(const Row& row) const {
    if (!row.why.isEmpty() || isAdded(row))
        return row.why;
    const auto lane = m_session.addedSeries().find(m_lane);
    const bool full = lane != m_session.addedSeries().end() && lane->second.size() >= mostAddedSeries;
    return full ? QStringLiteral("a lane takes %1 added series at most").arg(mostAddedSeries) : QString();
}

QString AddedSeriesModel::text(const Row& row, int column) const {
    if (column == nameColumn)
        return row.name;
    if (column == unitColumn)
        return row.unit;
    const QString reason = why(row);
    return reason.isEmpty() ? row.remark : reason;
}

QVariant AddedSeriesModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return text(row, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == nameColumn ? joined({row.name, row.unit, text(row, remarkColumn)})
                                            : text(row, index.column());
    case Qt::CheckStateRole:
        return index.column() == nameColumn && row.why.isEmpty()
                   ? QVariant(static_cast<int>(isAdded(row) ? Qt::Checked : Qt::Unchecked))
                   : QVariant();
    case keyRole:
        return row.key;
    case searchRole:
        return QString(row.name + u' ' + row.key);
    case whyRole:
        return why(row);
    case laneRole:
        return row.lane;
    default:
        return {};
    }
}

bool AddedSeriesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::CheckStateRole)
        return false;
    const Row row = m_rows[static_cast<std::size_t>(index.row())];
    if (!why(row).isEmpty())
        return false;
    if (value.toInt() == Qt::Checked)
        m_session.addSeries(m_lane, row.key);
    else
        m_session.removeSeries(m_lane, row.key);
    return true;
}

QVariant AddedSeriesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case nameColumn:
        return QStringLiteral("Series");
    case unitColumn:
        return QStringLiteral("Unit");
    case remarkColumn:
        return QStringLiteral("Key, or why not here");
    default:
        return {};
    }
}

Qt::ItemFlags AddedSeriesModel::flags(const QModelIndex& index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    return index.column() == nameColumn && why(row).isEmpty() ? flags | Qt::ItemIsUserCheckable : flags;
}

} // namespace tachograph::models
