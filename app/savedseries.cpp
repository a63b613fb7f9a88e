#include "app/savedseries.h"

#include "models/convert.h"

namespace tachograph::app {

decltype(SavedSession::added) savedSeries(const models::AddedSeries& added) {
    decltype(SavedSession::added) saved;
    for (const auto& [id, keys] : added)
        for (const QString& key : keys)
            saved[models::toStd(id)].push_back(models::toStd(key));
    return saved;
}

void showAdded(const models::AddedSeries& added, SavedSession& session) {
    session.added = savedSeries(added);
    for (const auto& [id, keys] : session.added)
        session.lanes[id] = true;
}

models::AddedSeries addedOf(const decltype(SavedSession::added)& saved) {
    models::AddedSeries added;
    for (const auto& [id, keys] : saved)
        for (const std::string& key : keys)
            added[models::toQt(id)].push_back(models::toQt(key));
    return added;
}

} // namespace tachograph::app
