#pragma once

#include "analysis/importers/jobfiles.h"
#include "analysis/run/metricroles.h"
#include "analysis/run/runbuilder.h"

#include <string>
#include <vector>

namespace tachograph {

/// Files of one job made one run.
struct OneRun {
    RunBuilder run;
    std::vector<std::string> problems; ///< files that did not fit and were left out, each with the reason
    bool continues = true;             ///< each restart begins where the one before can have been
};

/// Recordings of the format that says most are restarts, one behind the other; what else the job left is laid into
/// them. Each recording must hold one run and there must be at least one. `asked`: see joinJobFiles().
OneRun oneRunOf(JobFiles files, const MetricRoles& roles, bool asked);

} // namespace tachograph
