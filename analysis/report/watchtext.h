#pragma once

#include "analysis/comparison/comparison.h"

#include <set>
#include <string>

namespace tachograph {

/// One line about a run that is still going on, held against a baseline: what can be said at its last step. Before a
/// verdict can be given it says so and gives the figures so far.
std::string watchLine(const Comparison& comparison);

/// What must differ for a further line to be worth printing: the verdict, the attempts of B, the findings.
struct WatchState {
    Verdict verdict = Verdict::tooFew;
    std::size_t attempts = 0;
    std::set<std::string> findings; ///< codes
    bool operator==(const WatchState&) const = default;
};
WatchState watchState(const Comparison& comparison);

/// A line for each finding of the comparison that `before` does not have: "warning  CODE: sentence". Empty for none.
std::string newFindings(const Comparison& comparison, const WatchState& before);

} // namespace tachograph
