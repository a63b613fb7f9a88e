#include "models/items/loggedkeysmodel.h"

#include "analysis/run/roles.h"
#include "models/convert.h"

#include <algorithm>
#include <array>

namespace tachograph::models {

namespace {

QString meaningText(const LoggedKey& key) {
    if (key.said.role.empty())
        return key.byProgram.isEmpty() ? QStringLiteral("not known") : key.byProgram;
    QString text = toQt(roleInfo(key.said.role).title);
    if (!key.said.unit.empty())
        text += QStringLiteral(", in ") + toQt(key.said.unit);
    if (key.said.sinceStart)
        text += QStringLiteral(", average since the start");
    return text + QStringLiteral(" (you said so)");
}

} // namespace

LoggedKeysModel::LoggedKeysModel(std::vector<LoggedKey> keys, QObject* parent)
    : QAbstractTableModel(parent), m_keys(std::move(keys)) {}

int LoggedKeysModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_keys.size());
}

int LoggedKeysModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant LoggedKeysModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const LoggedKey& said = key(index.row());
    if (role == knownRole)
        return !said.said.role.empty() || !said.byProgram.isEmpty();
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case keyColumn:
        return shown(said.key, 200);
    case meaningColumn:
        return meaningText(said);
    case valuesColumn:
        return said.values;
    default:
        return {};
    }
}

QVariant LoggedKeysModel::headerData(int section, Qt::Orientation orientation, int role) const {
    static constexpr std::array titles = {"Key", "Means", "Values, as recorded"};
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columns)
        return {};
    return QString::fromLatin1(titles[static_cast<std::size_t>(section)]);
}

void LoggedKeysModel::say(int row, const KeyMeaning& meaning) {
    LoggedKey& changed = m_keys[static_cast<std::size_t>(row)];
    if (changed.said == meaning)
        return;
    changed.said = meaning;
    emit dataChanged(index(row, 0), index(row, columns - 1));
}

void LoggedKeysModel::forgetAll() {
    for (int row = 0; row < rowCount(); ++row)
        say(row, {});
}

int LoggedKeysModel::rowOf(const std::string& key) const {
    const auto found = std::ranges::find(m_keys, key, &LoggedKey::key);
    return found == m_keys.end() ? -1 : static_cast<int>(found - m_keys.begin());
}

} // namespace tachograph::models
