#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/run/metricroles.h"
#include "analysis/run/runbuilder.h"

#include <string>
#include <vector>

namespace tachograph {

struct SideFiles;

/// A run that is read but not yet built, and what it is called in PATH#NAME.
struct NamedRun {
    RunBuilder run;
    std::string label;
};

/// Reads the recordings of a folder: those in the folder itself, else those in the nearest sub-folders that hold any.
/// Recordings of one folder that continue each other are one run with several attempts; of several formats the one
/// that says most is the run and the others are named in an issue; of checkpoints whose histories contain one another
/// only the newest is taken. `config` replaces the configuration beside the recordings; may be nullptr.
Result<std::vector<NamedRun>> readFolder(const std::string& folder, const SideFiles* config, const MetricRoles& roles,
                                         const Job& job);

/// The runs of one recording with their labels: the run's own name, or its number.
struct Recording;
std::vector<NamedRun> labelled(Recording recording);

} // namespace tachograph
