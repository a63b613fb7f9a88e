#pragma once

#include "analysis/importers/openrun.h"
#include "app/commandline/exitstatus.h"
#include "app/commandline/reportoptions.h"
#include "app/commandline/terminal.h"

#include <string>
#include <vector>

namespace tachograph::app {

/// Judges the run and writes its report; needs a QApplication. Errors get their line, with `subject` as what they are
/// about unless it is the output.
ExitStatus writeReport(const RunPtr& run, const std::string& subject, const ReportOptions& options, Terminal& terminal);

/// Compares the second run with the first and writes the report as `options.compare` asks; needs a QApplication.
ExitStatus writeComparison(const std::vector<RunPtr>& runs, const ReportOptions& options, Terminal& terminal);

} // namespace tachograph::app
