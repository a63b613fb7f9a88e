#include "tests/bench/comparisonrates.h"

#include <cstdio>
#include <cstdlib>
#include <initializer_list>

using namespace tachograph::tests;

/// Prints the table of false verdicts, refusals and power: bench_comparison [pairs a cell].
int main(int count, char** words) {
    const std::size_t pairs = count > 1 ? std::strtoul(words[1], nullptr, 10) : 500;
    if (pairs == 0)
        return 2;
    std::puts(
        "| phi | n | equal: judged | equal: false of judged | equal: textbook test | +10 %: judged | +10 %: found of "
        "judged |");
    std::puts("|---|--:|--:|--:|--:|--:|--:|");
    for (const double phi : {0.0, 0.5, 0.8, 0.95})
        for (const std::size_t steps : {100U, 300U, 1000U}) {
            const PairRates equal = comparePairs({steps, phi, 1.0, true}, pairs);
            const PairRates slower = comparePairs({steps, phi, 1.1, true}, pairs);
            std::printf("| %.2f | %zu | %zu | %.1f %% | %.0f %% | %zu | %.0f %% |\n", phi, steps, equal.judged,
                        equal.claimedOfJudged(), equal.textbookShare(), slower.judged, slower.claimedOfJudged());
            std::fflush(stdout);
        }
    return 0;
}
