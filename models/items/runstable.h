#pragma once

#include "models/runfigures.h"
#include "models/session.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace tachograph::models {

enum class TableForm { tabs, markdown };

/// Runs as a table to paste elsewhere: steps, medians over all logged values in plain digits, the gravest finding and
/// the number of findings by severity (those that were dismissed are not counted), and, with a baseline, the change of
/// the median step time against it. A cell is empty where a quantity is not logged or not known yet; runs that could
/// not be read are left out.
QString runsTable(Session& session, const RunFigureStore& figures, const std::vector<std::uint64_t>& runs,
                  TableForm form);

} // namespace tachograph::models
