#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/run/metricroles.h"
#include "analysis/run/run.h"

#include <memory>
#include <string>
#include <vector>

namespace tachograph {

struct OpenOptions {
    std::string configFile;             ///< --config; empty = a sibling with the same stem, or the folder's side files
    std::string configText;             ///< the configuration itself (JSON or YAML), for a recording in memory
    const MetricRoles* roles = nullptr; ///< nullptr = the built-in table
};

using RunPtr = std::shared_ptr<const Run>;

/// Opens a file, a folder (one run with its side files, unless it holds several), or PATH#NAME / PATH#2 for one run of
/// a recording that holds several. Every third-party exception ends here. Never returns an empty list.
/// The error is one sentence naming the file, the place and the way out.
Result<std::vector<RunPtr>> openRuns(const std::string& path, const OpenOptions& options = {}, const Job& job = {});

/// The same for bytes that are already in memory (standard input, the clipboard).
Result<std::vector<RunPtr>> openRunsFromBytes(std::string name, std::string bytes, const OpenOptions& options = {},
                                              const Job& job = {});

/// Several files as one run: restarts recorded in a file each become its attempts, in the order of their time stamps,
/// else of their first steps, with changed settings as config events; what else the job left (console, nvidia-smi, the
/// scheduler's log) is laid into it, see joinJobFiles(). An error when a file cannot be read or holds several runs.
Result<std::vector<RunPtr>> openFilesAsOneRun(const std::vector<std::string>& paths, const OpenOptions& options = {},
                                              const Job& job = {});

/// Whether several files look like those of one job (its restarts, or its metrics, console, samples and scheduler's
/// log), so that it is worth asking: whether openFilesAsOneRun() would lay all of them together without being told.
/// Reads at most 128 KiB of each. False for more than 64 files.
bool mayBelongTogether(const std::vector<std::string>& paths);

} // namespace tachograph
