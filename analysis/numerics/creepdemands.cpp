#include "analysis/numerics/creepdemands.h"

#include <algorithm>
#include <cmath>

namespace tachograph::numerics {

namespace {

constexpr std::size_t fewValues = 200; // below, a creep and two shifts are hard to tell apart

} // namespace

bool isNoisy(const TrendVerdict& verdict, double ratio) {
    return verdict.memory.noise > 0.4 * std::log(ratio);
}

double allowedOfLevels(const TrendVerdict& verdict, double ratio) {
    constexpr double noisy = 0.02, manySteps = 0.05, fewSteps = 0.08, fewThatRemember = 0.15, remembers = 0.65;
    if (isNoisy(verdict, ratio))
        return noisy;
    if (verdict.count >= fewValues)
        return manySteps;
    return verdict.memory.phi > remembers ? fewThatRemember : fewSteps;
}

double leastEvidence(const TrendVerdict& verdict) {
    return verdict.count < fewValues ? -8.0 : -2.0;
}

double cautiousCorrelation(const TrendVerdict& verdict) {
    constexpr double most = 0.98, errors = 1.5;
    const double phi = verdict.memory.phi;
    const double cautious =
        std::min(most, phi + errors * std::sqrt((1.0 - phi * phi) / static_cast<double>(verdict.count)));
    return correlationOfBlocks(cautious, std::max(1.0, static_cast<double>(verdict.blockLength) / verdict.smear));
}

double leastLineOdds(const TrendVerdict& verdict) {
    return 1.0 + 120.0 / static_cast<double>(verdict.count);
}

} // namespace tachograph::numerics
