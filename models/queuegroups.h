#pragma once

#include "analysis/run/run.h"

#include <string>
#include <vector>

namespace tachograph::models {

/// Queues that are logged under one name: "q_pre" is one list of a number for each of five queues, recorded as five
/// series.
struct QueueGroup {
    std::string name;
    std::vector<const Series*> queues; ///< in order of appearance, at least one
};

/// In order of appearance; empty when no queue is logged.
std::vector<QueueGroup> queueGroups(const Run& run);

/// All values of a group as one series: several values a row, whose median and range are then taken as those of ticks.
Series pooled(const QueueGroup& group);

} // namespace tachograph::models
