#pragma once

#include "analysis/core/source.h"
#include "analysis/importers/openrun.h"

#include <string>
#include <utility>
#include <vector>

namespace tachograph {

/// PATH#NAME taken apart into path and NAME; a path that exists as it stands has no NAME.
std::pair<std::string, std::string> splitSelection(const std::string& path);

/// As openRuns(), for a source that is open already, such as the part of a file that is to be read. `selection` is the
/// NAME of PATH#NAME, or empty. Side files are looked for beside the source's path.
Result<std::vector<RunPtr>> openRunsFrom(Source source, const std::string& selection, const OpenOptions& options,
                                         const Job& job);

} // namespace tachograph
