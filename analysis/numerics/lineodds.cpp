#include "analysis/numerics/lineodds.h"

#include "analysis/numerics/whitenedsums.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace tachograph::numerics {

namespace {

constexpr std::array correlations{0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99};
using Logs = std::array<double, correlations.size()>;

std::vector<double> sizesOfGroups(const ShapeInput& input) {
    std::vector<double> sizes;
    for (std::size_t i = 0; i < input.values.size(); ++i)
        if (i == 0 || (!input.group.empty() && input.group[i] != input.group[i - 1]))
            sizes.push_back(1.0);
        else
            sizes.back() += 1.0;
    return sizes;
}

/// ln of the mean of exp.
double logMean(const Logs& logs) {
    const double top = *std::ranges::max_element(logs);
    double sum = 0.0;
    for (const double one : logs)
        sum += std::exp(one - top);
    return top + std::log(sum / static_cast<double>(logs.size()));
}

/// ln(Gamma(z) / Gamma(z + 1/2)) for z >= 1, within 0.001.
double logGammaStep(double z) {
    return -0.5 * std::log(z - 0.25 + 1.0 / (32.0 * z));
}

} // namespace

double lineOdds(const ShapeInput& input) {
    constexpr double leastFree = 4.0, leastSquares = 1e-300;
    const std::vector<double> sizes = sizesOfGroups(input);
    const double free = static_cast<double>(input.values.size()) - static_cast<double>(sizes.size());
    if (free < leastFree)
        return -std::numeric_limits<double>::infinity();
    ShapeInput white = input;
    Logs flat{}, line{};
    for (std::size_t k = 0; k < correlations.size(); ++k) {
        white.correlation = correlations[k];
        const WhitenedSums sums(white);
        using Column = WhitenedSums::Column;
        const double first = 1.0 - correlations[k] * correlations[k], kept = 1.0 - correlations[k];
        double common = 0.0; // determinants of the noise and of the levels, which both have
        for (const double size : sizes)
            common += std::log(first) - std::log(first + (size - 1.0) * kept * kept);
        const double yy = sums.product(Column::values, Column::values), xx = sums.product(Column::x, Column::x),
                     xy = sums.product(Column::values, Column::x);
        // Places run from -1 to 1; the rise over both is twice the slope.
        flat[k] = 0.5 * common - 0.5 * free * std::log(std::max(leastSquares, yy));
        line[k] = 0.5 * common - 0.5 * std::log(xx / 4.0) -
                  0.5 * (free - 1.0) * std::log(std::max(leastSquares, yy - xy * xy / xx));
    }
    return logMean(line) - logMean(flat) + 0.5 * std::log(std::numbers::pi) + logGammaStep(0.5 * (free - 1.0));
}

} // namespace tachograph::numerics
