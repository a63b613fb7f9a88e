#pragma once

#include "analysis/comparison/steadyrows.h"
#include "analysis/run/run.h"

#include <limits>
#include <optional>

namespace tachograph {

/// Seconds from the start of the process to the first work, extrapolated from the steady pace: once a start, never a
/// part of a rate. NaN when not known.
struct StartUp {
    double a = std::numeric_limits<double>::quiet_NaN(), b = std::numeric_limits<double>::quiet_NaN();
    double halfWidthA = 0.0, halfWidthB = 0.0;
};

struct StartUpTime {
    double seconds = 0.0, halfWidth = 0.0;
};

/// Of the last attempt: where the steady line of progress over elapsed time meets the attempt's first step. Needs
/// elapsed stamps at five moments. Nothing when a range was chosen that the attempt's first row is not in.
std::optional<StartUpTime> startUpTime(const Run& run, const RowFilter& inRange = {});

StartUp compareStartUps(const Run& a, const RowFilter& inRangeA, const Run& b, const RowFilter& inRangeB);

} // namespace tachograph
