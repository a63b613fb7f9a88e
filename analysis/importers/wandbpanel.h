#pragma once

#include "analysis/importers/csvline.h"
#include "analysis/importers/importer.h"

namespace tachograph {

/// Whether a header is that of a W&B panel export: an x axis, then "<run> - <metric>" columns, usually each with
/// "__MIN" and "__MAX" behind it.
bool isWandbPanelHeader(const CsvLine& header);

/// Reads a panel export: a run for every run in it, named after it; each gets the rows at which it has a point.
/// The columns keep their whole names as keys; unit and role come from the metric's own name.
Result<std::vector<RunBuilder>> readWandbPanel(Source& source, const Job& job);

} // namespace tachograph
