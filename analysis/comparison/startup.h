#pragma once

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
/// elapsed stamps at five moments.
std::optional<StartUpTime> startUpTime(const Run& run);

StartUp compareStartUps(const Run& a, const Run& b);

} // namespace tachograph
