#pragma once

#include "analysis/importers/openrun.h"
#include "app/commandline/arguments.h"
#include "app/commandline/exitstatus.h"
#include "app/commandline/terminal.h"

#include <string>
#include <vector>

namespace tachograph::app {

/// Opens one PATH of a command line; "-" reads standard input to its end, at most mostInputBytes of it.
Result<std::vector<RunPtr>> openPath(const Arguments::Path& path, const MetricRoles* roles, Terminal& terminal);

/// Opens every PATH. One that cannot be read gets its error line and changes `status`; the others are in the answer.
std::vector<RunPtr> openPaths(const std::vector<Arguments::Path>& paths, Terminal& terminal, ExitStatus& status);

/// All PATHs as the files of one job: restarts, its console beside its metrics, nvidia-smi, the scheduler's log.
/// Standard input cannot be one of them. Empty, with an error line and a changed `status`, when they cannot be read.
std::vector<RunPtr> openPathsAsOneRun(const std::vector<Arguments::Path>& paths, Terminal& terminal,
                                      ExitStatus& status);

inline constexpr std::size_t mostInputBytes = std::size_t{1} << 30;

/// Where standard input is a terminal: says on standard error that it is read, and what ends it.
void tellInputIsRead();

/// What errors call a PATH.
std::string shownPath(const std::string& path);

} // namespace tachograph::app
