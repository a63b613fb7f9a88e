#include "app/keysfilter.h"

#include "models/items/loggedkeysmodel.h"

namespace tachograph::app {

using models::LoggedKeysModel;

KeysFilter::KeysFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    setDynamicSortFilter(false); // see the class
}

void KeysFilter::setText(const QString& text) {
    m_text = text.trimmed();
    invalidateFilter();
}

void KeysFilter::setUnknownOnly(bool on) {
    m_unknownOnly = on;
    invalidateFilter();
}

bool KeysFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex key = sourceModel()->index(row, LoggedKeysModel::keyColumn, parent);
    if (m_unknownOnly && key.data(LoggedKeysModel::knownRole).toBool())
        return false;
    return key.data().toString().contains(m_text, Qt::CaseInsensitive);
}

} // namespace tachograph::app
