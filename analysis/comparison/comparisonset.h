#pragma once

#include "analysis/comparison/comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace tachograph {

/// How far recordings of one side lie apart without anything having been changed.
struct NoiseFloor {
    std::vector<std::string> names; ///< of the runs with equal settings
    bool ofA = true;                ///< they are repeats of A; else of B
    double spread = 0.0;            ///< largest over smallest steady median, minus 1
};

/// A baseline and up to eight others, each against the baseline.
struct ComparisonSet {
    static constexpr std::size_t mostOthers = 8;
    std::vector<Comparison> comparisons; ///< in the order given, at least one
    std::vector<NoiseFloor> floors;      ///< of the first two sides, where repeats were given
    /// A, B, A again: the settings went back and so did the speed, or it did not. Empty when no run goes back.
    std::string revert;
    bool cameBack = false;
};

/// Of comparisons that are made already, each against the same baseline; at least one.
ComparisonSet setOf(std::vector<Comparison> comparisons);

/// `runs` holds the baseline and at least one other; more than mostOthers are left out. `attempts`: what is chosen of
/// each run, empty = all of every run; it takes the place of options.attemptA and attemptB.
ComparisonSet compareAll(const std::vector<RunPtr>& runs, const CompareOptions& options = {}, const Job& job = {},
                         const std::vector<std::optional<std::size_t>>& attempts = {});

} // namespace tachograph
