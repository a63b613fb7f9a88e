#pragma once

#include "analysis/comparison/steadyrows.h"
#include "analysis/run/run.h"

#include <optional>
#include <string>

namespace tachograph {

/// The key of a queue behind which a stage waits: full (98 % of its capacity) in more than four of five steady steps.
/// The capacity is the largest value of either run when `other` is given, else of this one. Queues of prepared input
/// ("pre") do not count: a full one is healthy. Empty when there is none.
std::string fullQueue(const Run& run, const SteadyRows& rows, const Run* other = nullptr);

} // namespace tachograph
