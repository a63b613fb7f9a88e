#pragma once

#include "analysis/importers/openrun.h"
#include "app/commandline/arguments.h"
#include "models/timeline.h"

#include <variant>
#include <vector>

namespace tachograph::app {

/// --add LANE=SERIES
Option addedOption();

/// What is to be added to lanes of these runs; of several, of the first two. A series that is not there or does not fit
/// is a mistake.
std::variant<models::AddedSeries, UsageError> addedSeries(const Arguments& arguments, const std::vector<RunPtr>& runs);

} // namespace tachograph::app
