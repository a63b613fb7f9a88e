#include "tests/bench/comparisonrates.h"

#include "analysis/comparison/comparison.h"
#include "analysis/numerics/mannwhitney.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <array>

namespace tachograph::tests {

namespace {

std::vector<double> stepTimes(const Run& run) {
    return stepValues(run, *run.forRole(roles::stepTime), Include::current).value;
}

} // namespace

PairRates comparePairs(const PairPlan& plan, std::size_t pairs) {
    PairRates rates;
    rates.pairs = pairs;
    // A step at the very beginning is a level.
    const Plan a{.truth = Truth::flat, .steps = plan.steps, .phi = plan.phi, .stalls = plan.stalls};
    const Plan b{.truth = Truth::oneStep,
                 .steps = plan.steps,
                 .phi = plan.phi,
                 .rise = plan.factor,
                 .place = 0.0,
                 .stalls = plan.stalls};
    for (std::size_t i = 0; i < pairs; ++i) {
        const auto left = simulate(a, 2 * i), right = simulate(b, 2 * i + 1);
        const Verdict verdict = compareRuns(left, right).verdict;
        rates.judged += verdict != Verdict::tooFew ? 1 : 0;
        rates.claimed += verdict == Verdict::worse || verdict == Verdict::better ? 1 : 0;
        rates.textbook += numerics::mannWhitney(stepTimes(*left), stepTimes(*right)).pTwoSided < 0.05 ? 1 : 0;
    }
    return rates;
}

} // namespace tachograph::tests
