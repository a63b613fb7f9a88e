#pragma once

#include "analysis/run/run.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// What runs are laid along.
enum class XAxis { step, sinceResume, elapsed, wallClock, tokens };

/// "step", "resume", "elapsed", "wall", "tokens": as on the command line.
const char* xAxisName(XAxis axis);
std::optional<XAxis> xAxisFromName(std::string_view name);

/// "", or why the run cannot be laid along this axis: "time stamps are not logged".
std::string whyNotOnAxis(const Run& run, XAxis axis);

/// The position of every row on the axis (steps, steps since the attempt's first step, seconds since the recording
/// began, Unix seconds, tokens consumed); NaN for rows without one. Empty when whyNotOnAxis says so.
/// sinceResume counts from the first step of the row's own attempt. elapsed comes from printed stamps, else from time
/// stamps, else from added step times; within a printed whole unit the rows are spread evenly, and a process that
/// counts from zero again goes on where the attempt before ended. Tokens come from a counter, else from added tokens
/// per step.
std::vector<double> positionsOnAxis(const Run& run, XAxis axis);

} // namespace tachograph
