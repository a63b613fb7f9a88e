#include "analysis/detectors/attemptpace.h"

#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace tachograph {

namespace {

constexpr std::size_t fewestSteps = 10;

struct AttemptPaces {
    std::uint32_t attempt = 0;
    std::int64_t firstStep = 0, lastStep = 0;
    std::vector<double> paces;
};

std::vector<AttemptPaces> pacesByAttempt(const StepValues& values, double (*pace)(double)) {
    std::vector<AttemptPaces> attempts;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (attempts.empty() || attempts.back().attempt != values.attempt[i])
            attempts.push_back({values.attempt[i], values.step[i], values.step[i], {}});
        attempts.back().lastStep = std::max(attempts.back().lastStep, values.step[i]);
        if (std::isfinite(values.value[i]) && values.value[i] > 0)
            attempts.back().paces.push_back(pace(values.value[i]));
    }
    return attempts;
}

double secondHalf(const std::vector<double>& paces, std::size_t steps) {
    return numerics::median(std::span(paces).subspan(steps / 2, steps - steps / 2));
}

} // namespace

std::optional<EqualDistance> atEqualDistance(const StepValues& values, double (*pace)(double)) {
    const std::vector<AttemptPaces> attempts = pacesByAttempt(values, pace);
    std::optional<EqualDistance> found;
    if (attempts.empty())
        return found;
    const AttemptPaces& last = attempts.back();
    for (std::size_t i = attempts.size() - 1; i-- > 0;) {
        // A restart from the first step or earlier was another training.
        if (attempts[i + 1].firstStep <= attempts[i].firstStep)
            break;
        const std::size_t steps = std::min(attempts[i].paces.size(), last.paces.size());
        if (steps < fewestSteps)
            continue;
        EqualDistance candidate{attempts[i].attempt,
                                last.attempt,
                                steps,
                                secondHalf(attempts[i].paces, steps),
                                secondHalf(last.paces, steps),
                                secondHalf(last.paces, last.paces.size()),
                                steps == last.paces.size(),
                                last.firstStep,
                                last.lastStep};
        if (!found || candidate.ratio() < found->ratio())
            found = candidate;
    }
    return found;
}

} // namespace tachograph
