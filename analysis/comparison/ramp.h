#pragma once

#include "analysis/comparison/steadyrows.h"
#include "analysis/run/run.h"

#include <string>

namespace tachograph {

enum class Ramping { no, yes, cannotTell };
/// "no", "yes", "cannot-tell": as in the JSON.
const char* rampingName(Ramping answer);

/// Whether a run still speeds up. Judged on its true pace, never on an average since the start.
struct Ramp {
    Ramping answer = Ramping::cannotTell;
    double change = 0.0; ///< of the pace from the middle to the last third; NaN when it cannot be said
    std::string text;    ///< "No: the pace moves by ..."
};

Ramp rampOf(const Run& run, const SteadyRows& rows);

} // namespace tachograph
