#pragma once

#include "analysis/attribution/timeledger.h"

#include <vector>

namespace tachograph {

/// How the phases of a run follow the length of its completions. Taken from the whole recording.
struct PhaseFits {
    struct Fit {
        bool follows = false; ///< longer completions make it longer
        double fixed = 0;     ///< seconds that do not depend on the length: a of a + b x tokens
    };
    std::vector<Fit> phases; ///< as in the ledger
    Fit step;                ///< the whole step, for runs without phases
    bool byTail = false;     ///< generation follows the tail of the length rather than its mean
    double tokensFixed = 0;  ///< tokens per step = tokensFixed + tokensSlope x length
    double tokensSlope = 0;  ///< 0: they do not follow the length
};

/// Lines are Theil-Sen lines through medians of 60 windows. Where the length hardly varies there is nothing to learn
/// from it: generation is then taken to be proportional to it, other phases not to follow it. Worthless once the job is
/// canceled.
PhaseFits fitPhases(const TimeLedger& ledger, const Job& job);

} // namespace tachograph
