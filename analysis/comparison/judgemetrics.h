#pragma once

#include "analysis/comparison/comparison.h"
#include "analysis/comparison/effect.h"

#include <cstdint>
#include <utility>

namespace tachograph {

/// Fills comparison.metrics from its runs, rows and options: every role that both have, with effect, interval, p
/// corrected by Holm for the number tested, verdict, and the printed averages at the quoted steps.
void judgeMetrics(Comparison& comparison, std::pair<std::int64_t, std::int64_t> quotedSteps, const Job& job);

} // namespace tachograph
