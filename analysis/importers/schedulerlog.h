#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/core/source.h"
#include "analysis/run/event.h"
#include "analysis/run/runbuilder.h"

#include <optional>
#include <string_view>

namespace tachograph {

/// The event that a line of Slurm stands for: a job that starts, is requeued, canceled, stopped at its time limit or by
/// the kernel for its memory, a task that ends with an error. Works on the programs' own lines (slurmstepd, srun,
/// sbatch, salloc), wherever they are printed, and on those of the controller's log. The moment is the one in the
/// line, in the clock of the machine; step and row are not set.
std::optional<Event> schedulerEvent(std::string_view line);

/// Whether this is a log of the scheduler without metrics: at least one of its first lines is such an event.
bool isSchedulerLog(std::string_view head);

/// The events of a scheduler's log; a builder with a row for each of them, which is no step. Errors only when canceled.
Result<RunBuilder> readSchedulerLog(Source& source, const Job& job);

} // namespace tachograph
