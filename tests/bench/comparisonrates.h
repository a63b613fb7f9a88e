#pragma once

#include "tests/bench/simulation.h"

#include <cstddef>

/// How often the comparison of two runs is right, on runs with a planted difference.
namespace tachograph::tests {

/// Pairs of runs of one kind.
struct PairPlan {
    std::size_t steps = 300;
    double phi = 0.5;    ///< lag-1 correlation of the noise
    double factor = 1.0; ///< B's step times over A's
    bool stalls = true;  ///< every 50th step takes 10 times as long and is logged as a checkpoint
};

struct PairRates {
    std::size_t pairs = 0;
    std::size_t judged = 0;   ///< the others have too few independent steps
    std::size_t claimed = 0;  ///< worse or better
    std::size_t textbook = 0; ///< Mann-Whitney on the raw steps at 5 %: what the rule is measured against
    [[nodiscard]] double claimedOfJudged() const {
        return judged == 0 ? 0.0 : 100.0 * double(claimed) / double(judged);
    }
    [[nodiscard]] double refused() const { return 100.0 * double(pairs - judged) / double(pairs); }
    [[nodiscard]] double textbookShare() const { return 100.0 * double(textbook) / double(pairs); }
};

/// Fixed seeds: the same plan always gives the same rates.
PairRates comparePairs(const PairPlan& plan, std::size_t pairs);

} // namespace tachograph::tests
