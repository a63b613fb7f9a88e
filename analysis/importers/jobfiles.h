#pragma once

#include "analysis/core/job.h"
#include "analysis/importers/recordingfile.h"
#include "analysis/run/metricroles.h"
#include "analysis/run/runbuilder.h"

#include <optional>
#include <string>
#include <vector>

namespace tachograph {

/// Further files of the job that a run is the recording of: a second recording of its steps (the console beside the
/// metrics), samples over time (nvidia-smi), the scheduler's log.
struct JobFiles {
    std::vector<Recording> recordings;
    std::vector<Recording> schedulerLogs; ///< without an importer, see readSchedulerLog()

    [[nodiscard]] bool empty() const { return recordings.empty() && schedulerLogs.empty(); }
};

/// Lays what fits into `run`, with a note for each file that says how: steps and values that both hold, the offset of
/// the clocks, what was left out. What does not fit comes back as sentences that name the file and the reason.
/// Recordings of the same steps must agree in most of the values that both hold; where they have none in common, their
/// clocks must fit, unless the user `asked` for one run of these files.
std::vector<std::string> joinJobFiles(RunBuilder& run, JobFiles files, const MetricRoles& roles, bool asked);

/// Such sentences for all of the files, for one reason.
std::vector<std::string> notJoined(const JobFiles& files, const std::string& why);

/// Reads a scheduler's log for JobFiles; nothing when the file is none or the job is canceled.
std::optional<Recording> readIfSchedulerLog(Source& source, const Job& job);

} // namespace tachograph
