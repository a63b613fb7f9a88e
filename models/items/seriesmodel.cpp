#include "models/items/seriesmodel.h"

#include <algorithm>

namespace tachograph::models {

bool SeriesModel::same(const Group& a, const Group& b) {
    return a.title == b.title && std::ranges::equal(a.lanes, b.lanes, [](const LaneChoice& x, const LaneChoice& y) {
               return x.id == y.id && x.title == y.title && x.key == y.key && x.unavailable == y.unavailable;
           });
}

SeriesModel::SeriesModel(Session& session, QObject* parent)
    : QAbstractItemModel(parent), m_session(session), m_groups(groupsNow()) {
    connect(&session, &Session::timelineChanged, this, &SeriesModel::follow);
    connect(&session, &Session::optionsChanged, this, &SeriesModel::follow);
    connect(&session, &Session::runsChanged, this, &SeriesModel::follow);
}

std::vector<SeriesModel::Group> SeriesModel::groupsNow() const {
    std::vector<Group> groups;
    for (LaneChoice& choice : m_session.laneChoices()) {
        if (!choice.title.contains(m_filter, Qt::CaseInsensitive) &&
            !choice.key.contains(m_filter, Qt::CaseInsensitive))
            continue;
        if (groups.empty() || groups.back().title != choice.group)
            groups.push_back({choice.group, {}});
        groups.back().lanes.push_back(std::move(choice));
    }
    return groups;
}

void SeriesModel::follow() {
    std::vector<Group> now = groupsNow();
    if (std::ranges::equal(now, m_groups, &SeriesModel::same)) { // only check marks can have changed
        for (int group = 0; group < rowCount(); ++group) {
            const QModelIndex parent = index(group, 0);
            emit dataChanged(index(0, 0, parent), index(rowCount(parent) - 1, 0, parent), {Qt::CheckStateRole});
        }
        return;
    }
    beginResetModel();
    m_groups = std::move(now);
    endResetModel();
}

void SeriesModel::setFilter(const QString& text) {
    m_filter = text;
    follow();
}

QModelIndex SeriesModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    // The internal id of a heading is 0, of a lane 1 + the row of its heading.
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row() + 1) : quintptr(0));
}

QModelIndex SeriesModel::parent(const QModelIndex& index) const {
    return index.isValid() && index.internalId() > 0
               ? createIndex(static_cast<int>(index.internalId() - 1), 0, quintptr(0))
               : QModelIndex();
}

int SeriesModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    return parent.internalId() == 0 ? static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].lanes.size())
                                    : 0;
}

int SeriesModel::columnCount(const QModelIndex&) const {
    return 1;
}

const LaneChoice* SeriesModel::laneAt(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == 0)
        return nullptr;
    return &m_groups[index.internalId() - 1].lanes[static_cast<std::size_t>(index.row())];
}

QVariant SeriesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const LaneChoice* lane = laneAt(index);
    if (!lane)
        return role == Qt::DisplayRole ? QVariant(m_groups[static_cast<std::size_t>(index.row())].title) : QVariant();
    const QString key = lane->unavailable.isEmpty() ? lane->key : lane->unavailable;
    switch (role) {
    case Qt::DisplayRole:
        return lane->title;
    case Qt::ToolTipRole:
        return lane->title + QStringLiteral(": ") + key;
    case Qt::AccessibleTextRole:
        return lane->title + QStringLiteral(", ") + key;
    case Qt::CheckStateRole:
        return static_cast<int>(lane->unavailable.isEmpty() && m_session.isLaneShown(lane->id) ? Qt::Checked
                                                                                               : Qt::Unchecked);
    case keyRole:
        return key;
    case laneRole:
        return lane->id;
    default:
        return {};
    }
}

bool SeriesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const LaneChoice* lane = laneAt(index);
    if (!lane || role != Qt::CheckStateRole || !lane->unavailable.isEmpty())
        return false;
    const QString id = lane->id; // the session answers at once and may replace the lanes
    m_session.setLaneShown(id, value.toInt() == Qt::Checked);
    return true;
}

Qt::ItemFlags SeriesModel::flags(const QModelIndex& index) const {
    const LaneChoice* lane = laneAt(index);
    if (!lane)
        return index.isValid() ? Qt::ItemIsEnabled : Qt::NoItemFlags;
    return lane->unavailable.isEmpty() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
                                       : Qt::ItemIsSelectable;
}

QString SeriesModel::tally() const {
    int all = 0, shown = 0;
    for (const LaneChoice& choice : m_session.laneChoices()) {
        all += choice.unavailable.isEmpty() ? 1 : 0;
        shown += choice.unavailable.isEmpty() && m_session.isLaneShown(choice.id) ? 1 : 0;
    }
    return all == 0 ? QString() : QStringLiteral("%1 of %2").arg(shown).arg(all);
}

} // namespace tachograph::models
