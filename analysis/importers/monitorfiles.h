#pragma once

#include "analysis/importers/recordingfile.h"
#include "analysis/run/metricroles.h"

#include <vector>

namespace tachograph {

/// DeepSpeed's CSV monitor writes a file for each metric, named after it: "Train_Samples_train_loss.csv" with the
/// columns step and train_loss. When all recordings are such files they become one, the first; else nothing changes.
void joinMonitorFiles(std::vector<Recording>& recordings, const MetricRoles& roles);

} // namespace tachograph
