#pragma once

#include "analysis/review/savedsession.h"
#include "models/timeline.h"

namespace tachograph::app {

/// Series that were added to lanes, as a session keeps them.
decltype(SavedSession::added) savedSeries(const models::AddedSeries& added);
/// Gives a session the series that a report shows, and the lanes that they are in.
void showAdded(const models::AddedSeries& added, SavedSession& session);
/// Back again.
models::AddedSeries addedOf(const decltype(SavedSession::added)& saved);

} // namespace tachograph::app
