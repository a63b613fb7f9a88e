#pragma once

#include "analysis/comparison/comparisonset.h"
#include "analysis/report/document.h"
#include "analysis/report/reportcontent.h"

#include <string>

namespace tachograph {

/// Everything there is to say about a comparison: verdict, runs, alignment, metrics, where the difference comes from,
/// start-up, ramp and ETA, what changed together, messages, findings, further runs. `content` leaves parts of it out.
Document diffDocument(const ComparisonSet& set, const std::string& version, const ReportContent& content = {});

/// Only the rows that differ, for a table of their own.
Table settingsDiffTable(const std::vector<SettingDifference>& config,
                        const std::vector<SettingDifference>& environment);

} // namespace tachograph
