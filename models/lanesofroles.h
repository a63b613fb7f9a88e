#pragma once

#include "models/timeline.h"

#include <string>
#include <vector>

namespace tachograph::models {

/// Ids of the lanes that must be added so that every one of these quantities of the run is seen, in the order of the
/// roles. What is shown already, and what is not logged, needs none.
std::vector<QString> missingLanes(const Timeline& timeline, const Run& run, const std::vector<std::string>& roles);

} // namespace tachograph::models
