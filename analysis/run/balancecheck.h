#pragma once

#include "analysis/run/run.h"

#include <optional>
#include <string>
#include <vector>

namespace tachograph {

/// What printed rates turn out to be when they are checked against what they count.
enum class RateKind {
    current,     ///< rate x time between two prints gives the count between them
    sinceStart,  ///< rate x time since the start gives the count since the start
    doNotBalance ///< neither: the units or the count are not what they seem
};

/// One figure of the check.
struct BalanceFigure {
    std::string name; ///< snake_case: "batches_per_step_as_average_low"
    double value = 0.0;
    std::string unit;
    std::string text; ///< for people
};

struct BalanceCheck {
    RateKind kind = RateKind::current;
    /// False when both readings fit within print and stamp resolution; `kind` is then what the format says.
    bool decided = false;
    std::string sentence;
    std::vector<BalanceFigure> figures;
};

/// The balance check. A printed rate r (batches/s, or tok/s beside a token counter), the elapsed time t and the count c
/// (steps, or tokens) cannot all be true unless
///   r is current:             sum of r dt over a stretch = k x steps in it, with one k throughout, or
///   r is averaged since start: (r t at its end) - (r t at its beginning) = k x steps in it, with one k throughout;
/// k is the number of batches a step (from the configuration when it says), or one token a token. Both are tried on
/// thirds of the longest attempt, with the rounding of rates and stamps as intervals. Where a queue between two stages
/// is logged, what the faster stage is ahead, as the rates have it, must also fit into the queue and what is in flight.
/// A token counter also bounds an average times the time. Nothing when there are no such rates, no elapsed stamps, or
/// too few of them.
std::optional<BalanceCheck> balanceCheck(const Run& run);

/// Batches a step: from the configuration ("batches_per_step"), else measured as drafter rate x elapsed time over steps
/// (gradient accumulation alone does not tell it: several drafters accumulate). Nothing when neither is known; whole
/// when a whole number lies within the resolution.
std::optional<double> batchesPerStep(const Run& run);

} // namespace tachograph
