#pragma once

#include "analysis/importers/openrun.h"
#include "app/commandline/arguments.h"
#include "app/commandline/reportoptions.h"

#include <QStringList>

namespace tachograph::app {

/// --session FILE
Option sessionOption();

/// Looks at the run as a session does, where no option says otherwise: axis, visible range, numbers of detectors,
/// notes, series added to lanes. Answers which of these series are left out and why.
Result<QStringList> applySession(const Arguments& arguments, const RunPtr& run, ReportOptions& options);

} // namespace tachograph::app
