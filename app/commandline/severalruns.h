#pragma once

#include "analysis/importers/openrun.h"
#include "app/commandline/arguments.h"
#include "app/commandline/exitstatus.h"
#include "app/commandline/terminal.h"

#include <string>
#include <vector>

namespace tachograph::app {

/// The error line for a PATH with several runs where one is wanted: it names them.
ExitStatus severalRuns(Terminal& terminal, const std::string& path, const std::vector<RunPtr>& runs);

/// One run of every PATH, in order; those that could not be read, or that hold several, are missing from the answer and
/// change `status`.
std::vector<RunPtr> openOneEach(const std::vector<Arguments::Path>& paths, Terminal& terminal, ExitStatus& status);

} // namespace tachograph::app
