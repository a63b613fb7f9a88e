#pragma once

#include "analysis/comparison/comparisonset.h"
#include "analysis/core/result.h"
#include "analysis/importers/openrun.h"
#include "app/commandline/reportoptions.h"
#include "app/commandline/terminal.h"

#include <string>

namespace tachograph::app {

/// The picture of B compared with A, and of what is said of the further runs of the set, as the bytes of a file (a PNG
/// for .html); needs a QApplication.
Result<std::string> comparisonPicture(const RunPtr& a, const RunPtr& b, const ComparisonSet& set,
                                      const ReportOptions& options, Terminal& terminal);

} // namespace tachograph::app
