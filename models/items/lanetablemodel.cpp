#include "models/items/lanetablemodel.h"

#include "models/convert.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph::models {

namespace {

/// A row: the n-th of those with this x.
using Key = std::pair<double, std::uint32_t>;

QString placeTitle(const Timeline& timeline) {
    return timeline.options.axis == XAxis::elapsed ? timeline.xTitle + QStringLiteral(" (s)") : timeline.xTitle;
}

template <class Points, class Place>
std::vector<Key> keysOf(const Points& points, Place place) {
    std::vector<Key> keys;
    keys.reserve(points.size());
    for (const auto& point : points) {
        const double x = place(point);
        keys.emplace_back(x, !keys.empty() && keys.back().first == x ? keys.back().second + 1 : 0U);
    }
    return keys;
}

std::vector<Key> keysOf(const LaneColumn& column) {
    return keysOf(column.points, [](const auto& point) { return point.first; });
}

} // namespace

LaneTableModel::LaneTableModel(const Timeline& timeline, const Lane& lane, double xMin, double xMax, QObject* parent)
    : QAbstractTableModel(parent), m_axis(timeline.options.axis) {
    const std::vector<LaneColumn> columns = laneColumns(timeline, lane, xMin, xMax);
    const std::vector<double> missing = missingPlaces(lane, xMin, xMax);
    m_titles << placeTitle(timeline);
    for (const LaneColumn& column : columns)
        m_titles << (lane.unit.isEmpty() ? column.title : QStringLiteral("%1 (%2)").arg(column.title, lane.unit));
    if (!missing.empty())
        m_titles << QStringLiteral("without a value");
    placeRows(columns, missing);
}

void LaneTableModel::placeRows(const std::vector<LaneColumn>& columns, const std::vector<double>& missing) {
    const std::vector<Key> missingKeys = keysOf(missing, [](double x) { return x; });
    std::vector<Key> rows = missingKeys;
    for (const LaneColumn& column : columns) {
        const std::vector<Key> keys = keysOf(column);
        std::vector<Key> merged;
        merged.reserve(rows.size() + keys.size());
        std::ranges::set_union(rows, keys, std::back_inserter(merged));
        rows = std::move(merged);
    }
    const auto rowOf = [&rows](const Key& key) {
        return static_cast<std::size_t>(std::ranges::lower_bound(rows, key) - rows.begin());
    };
    for (const Key& key : rows)
        m_places.push_back(key.first);
    for (const LaneColumn& column : columns) {
        auto& values = m_values.emplace_back(rows.size(), std::numeric_limits<double>::quiet_NaN());
        const std::vector<Key> keys = keysOf(column);
        for (std::size_t i = 0; i < keys.size(); ++i)
            values[rowOf(keys[i])] = column.points[i].second;
    }
    if (missing.empty())
        return;
    m_missing.assign(rows.size(), false);
    for (const Key& key : missingKeys)
        m_missing[rowOf(key)] = true;
}

int LaneTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_places.size());
}

int LaneTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_titles.size());
}

QString LaneTableModel::placeText(double x) const {
    if (m_axis == XAxis::wallClock)
        return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(std::llround(x * 1000)), Qt::UTC)
            .toString(Qt::ISODateWithMs);
    return toQt(machineNumber(x));
}

QString LaneTableModel::cell(int row, int column, bool exact) const {
    const auto index = static_cast<std::size_t>(row);
    if (column == 0)
        return placeText(m_places[index]);
    const auto valueColumn = static_cast<std::size_t>(column - 1);
    if (valueColumn >= m_values.size())
        return m_missing[index] ? QStringLiteral("NaN, null or ---") : QString();
    const double value = m_values[valueColumn][index];
    if (!std::isfinite(value))
        return {};
    return toQt(exact ? machineNumber(value) : formatNumber(value, 6));
}

QVariant LaneTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::DisplayRole)
        return cell(index.row(), index.column(), false);
    if (role == Qt::ToolTipRole)
        return cell(index.row(), index.column(), true);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant LaneTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= m_titles.size())
        return {};
    if (role == Qt::DisplayRole)
        return m_titles[section];
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QString LaneTableModel::asTsv(const std::vector<int>& rows) const {
    QString text;
    const auto addLine = [&](auto cellText) {
        for (int column = 0; column < columnCount(); ++column) {
            if (column > 0)
                text += u'\t';
            // A name from a recording must not become two cells or a formula.
            text += QString(cellText(column)).replace(u'\t', u' ').replace(u'\n', u' ');
        }
        text += u'\n';
    };
    addLine([this](int column) {
        const QString& title = m_titles[column];
        return title.startsWith(u'=') || title.startsWith(u'+') || title.startsWith(u'-') || title.startsWith(u'@')
                   ? u'\'' + title
                   : title;
    });
    const auto addRow = [&](int row) {
        addLine([&](int column) { return cell(row, column, true); });
    };
    if (rows.empty())
        for (int row = 0; row < rowCount(); ++row)
            addRow(row);
    for (const int row : rows)
        addRow(row);
    return text;
}

} // namespace tachograph::models
