#include "analysis/numerics/memorybylags.h"

#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace tachograph::numerics {

namespace {

constexpr double mostPhi = 0.98;
constexpr double coarseTau = 5.0;

struct Spread {
    double square = 0.0;  ///< clipped mean square of the differences
    bool repeats = false; ///< more than half of them are equal
};

/// Of long series a part of the differences is enough, evenly spread: more would only say the same more slowly.
constexpr std::size_t enoughDifferences = 16'384;

Spread spreadAt(std::span<const double> values, std::size_t lag) {
    constexpr double clip = 3.0;
    const std::size_t all = values.size() - lag;
    const std::size_t stride = (all + enoughDifferences - 1) / enoughDifferences;
    std::vector<double> differences;
    differences.reserve(all / stride + 1);
    for (std::size_t i = 0; i < all; i += stride)
        differences.push_back(values[i + lag] - values[i]);
    const double centre = median(differences);
    const double scale = scaledMad(differences);
    Spread spread;
    spread.repeats = scale <= 0.0;
    for (const double difference : differences) {
        const double off =
            spread.repeats ? difference - centre : std::clamp(difference - centre, -clip * scale, clip * scale);
        spread.square += off * off / static_cast<double>(differences.size());
    }
    return spread;
}

/// 1 - phi^k over 1 - phi: how much larger differences at lag k are than at lag 1.
double growth(double phi, std::size_t lag) {
    return (1.0 - std::pow(phi, static_cast<double>(lag))) / (1.0 - phi);
}

struct Observed {
    std::size_t lag = 1;
    double logGrowth = 0.0;
};

double misfit(const std::vector<Observed>& observed, double phi) {
    double sum = 0.0;
    for (const Observed& one : observed) {
        const double off = one.logGrowth - std::log(growth(phi, one.lag));
        sum += off * off;
    }
    return sum;
}

} // namespace

Memory memoryByLags(std::span<const double> values) {
    constexpr std::array<std::size_t, 4> lags{2, 4, 8, 16};
    Memory memory;
    if (values.size() < 5)
        return memory;
    const Spread first = spreadAt(values, 1);
    memory.repeats = first.repeats;
    if (first.square > 0.0) {
        std::vector<Observed> observed;
        for (const std::size_t lag : lags)
            if (values.size() >= 4 * lag)
                if (const Spread spread = spreadAt(values, lag); spread.square > 0.0)
                    observed.push_back({lag, std::log(spread.square / first.square)});
        double least = std::numeric_limits<double>::infinity();
        constexpr int steps = 490;
        for (int i = 0; i <= steps; ++i) {
            const double phi = mostPhi * i / steps;
            const double sum = misfit(observed, phi);
            if (sum < least) {
                least = sum;
                memory.phi = phi;
            }
        }
        memory.noise = std::sqrt(first.square / (2.0 * (1.0 - memory.phi)));
    }
    memory.tau = (1.0 + memory.phi) / (1.0 - memory.phi);
    if (memory.repeats)
        memory.tau = std::max(memory.tau, coarseTau);
    return memory;
}

} // namespace tachograph::numerics
