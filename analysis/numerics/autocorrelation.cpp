#include "analysis/numerics/autocorrelation.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tachograph::numerics {

namespace {

constexpr double mostPhi = 0.98;
constexpr std::size_t longestLag = 64;
// Differences below this (in logarithms: a billionth) are rounding of the arithmetic, not noise of the run.
constexpr double noDifference = 1e-9;

/// Middle value, the upper one of two: enough for a spread. Reorders the values.
double middleInPlace(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// 1.4826 x median absolute deviation of the differences at a lag, without copies: there may be millions.
double spreadOfDifferences(std::span<const double> values, std::size_t lag) {
    if (values.size() <= lag)
        return 0.0;
    std::vector<double> differences(values.size() - lag);
    for (std::size_t i = 0; i < differences.size(); ++i)
        differences[i] = values[i + lag] - values[i];
    const double centre = middleInPlace(differences);
    for (double& difference : differences)
        difference = std::abs(difference - centre);
    const double spread = 1.4826 * middleInPlace(differences);
    return spread > noDifference ? spread : 0.0;
}

} // namespace

Memory noiseMemory(std::span<const double> values, const Job& job) {
    Memory memory;
    const std::size_t last = std::min(longestLag, values.size() / 8);
    for (std::size_t lag = 1; lag <= last && !job.canceled(); ++lag) {
        const double near = spreadOfDifferences(values, lag);
        if (near <= 0.0) {
            memory.repeats = true;
            continue;
        }
        if (job.canceled())
            break;
        const double far = spreadOfDifferences(values, 2 * lag);
        const double correlation = std::clamp(far * far / (near * near) - 1.0, 0.0, 1.0);
        memory.lag = lag;
        memory.phi = std::min(mostPhi, std::pow(correlation, 1.0 / static_cast<double>(lag)));
        const double alike = std::pow(memory.phi, static_cast<double>(lag));
        memory.noise = near / std::sqrt(2.0 * (1.0 - alike));
        break;
    }
    memory.tau = (1.0 + memory.phi) / (1.0 - memory.phi);
    return memory;
}

double correlationOfBlocks(double phi, double length) {
    const double left = 1.0 - std::pow(phi, length);
    return phi * left * left / (length * (1.0 - phi * phi) - 2.0 * phi * left);
}

std::size_t runsOfEqual(std::span<const double> values) {
    if (values.empty())
        return 0;
    std::size_t runs = 1;
    for (std::size_t i = 1; i < values.size(); ++i)
        runs += values[i] != values[i - 1] ? 1 : 0;
    return runs;
}

} // namespace tachograph::numerics
