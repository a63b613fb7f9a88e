#pragma once

#include "analysis/importers/openrun.h"
#include "app/commandline/attemptchoice.h"
#include "app/commandline/exitstatus.h"
#include "app/commandline/reportoptions.h"
#include "app/commandline/terminal.h"

#include <string>
#include <vector>

namespace tachograph::app {

/// Judges the run and writes its report; needs a QApplication. Errors get their line, with `subject` as what they are
/// about unless it is the output.
ExitStatus writeReport(const RunPtr& run, const std::string& subject, const ReportOptions& options, Terminal& terminal);

/// A baseline and at least one other, with the attempt chosen of each.
struct ComparedRuns {
    std::vector<RunPtr> runs;
    AttemptChoices attempts;
};

/// Compares all runs with the first and writes the report as `options.compare` asks; needs a QApplication.
ExitStatus writeComparison(const ComparedRuns& compared, const ReportOptions& options, Terminal& terminal);

} // namespace tachograph::app
