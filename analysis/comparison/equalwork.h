#pragma once

#include "analysis/comparison/steadyrows.h"
#include "analysis/comparison/steadysample.h"
#include "analysis/run/run.h"

#include <optional>
#include <string>
#include <vector>

namespace tachograph {

/// The comparison of equal amounts of work, whatever the lengths of completions or the size of batches were.
struct EqualWork {
    double effect = 0.0, low = 0.0, high = 0.0; ///< of seconds per equal work: positive = B slower; NaN = none
    std::string basis;                          ///< "fits at A's median length", "seconds per token", "none"
    std::string text;                           ///< "at equal tokens (417 tok) a step takes +15.9 %"
    struct Phase {
        std::string role;
        double a = 0.0, b = 0.0; ///< seconds at A's median length, by the fits
        double slopeB = 0.0;     ///< seconds for one more token of mean length, in B
    };
    std::vector<Phase> phases; ///< generation, optimization where both log them
};

/// Step times of both runs as they would be at A's median completion length.
struct LengthAdjusted {
    SteadySample a, b;
    double lengthA = 0.0, lengthB = 0.0; ///< medians, tok
    bool extrapolated = false;           ///< A's median is far from any length that B has
    std::vector<EqualWork::Phase> phases;
};

/// Each phase, and what is left of the step, fitted as a + b x tokens robustly on each run, then moved to A's median
/// length. Nothing when lengths or step times are not logged in both, or when fewer than 10 steps have both.
std::optional<LengthAdjusted> adjustForLength(const Run& a, const SteadyRows& rowsA, const Run& b,
                                              const SteadyRows& rowsB);

} // namespace tachograph
