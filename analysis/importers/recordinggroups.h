#pragma once

#include "analysis/importers/recordingfile.h"
#include "analysis/run/metricroles.h"

#include <optional>
#include <vector>

namespace tachograph {

/// Recordings of one job in several formats.
struct RecordingGroups {
    std::vector<Recording> main;   ///< those of the format that says most: never empty
    std::vector<Recording> others; ///< of other formats
};

/// `all` must not be empty. What says most fills most roles, then holds most values.
RecordingGroups groupByFormat(std::vector<Recording> all, const MetricRoles& roles);

/// All recordings as one run when each continues the one before; else nothing, and `recordings` is untouched.
std::optional<RunBuilder> joinedRestarts(std::vector<Recording>& recordings);

/// Recordings of one format that continue each other made one, sorted by name.
std::vector<Recording> withRestartsJoined(std::vector<Recording> recordings);

} // namespace tachograph
