#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/importers/folderlisting.h"
#include "analysis/importers/openfolder.h"

#include <vector>

namespace tachograph {

/// The runs of an MLflow file store among the files of a folder: mlruns, an experiment in it, or one run. A run is a
/// folder with meta.yaml and metrics/; a metric is a file with lines "milliseconds value step", and a '/' in its name
/// is a folder. Empty when there is no such folder. Runs that MLflow deleted lie in a hidden folder and are not shown.
/// An error only when the job was canceled.
Result<std::vector<NamedRun>> readMlflowStore(const FolderListing& listing, const Job& job);

} // namespace tachograph
