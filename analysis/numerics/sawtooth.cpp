#include "analysis/numerics/sawtooth.h"

#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tachograph::numerics {

namespace {

constexpr std::size_t longest = 32, fewestPeriods = 8;

/// Correlation of values around 0 with themselves, `lag` later.
double correlationAt(std::span<const double> values, std::size_t lag, double square) {
    double product = 0.0;
    for (std::size_t i = lag; i < values.size(); ++i)
        product += values[i] * values[i - lag];
    const auto pairs = static_cast<double>(values.size() - lag);
    return square > 0 ? product / pairs / (square / static_cast<double>(values.size())) : 0.0;
}

std::size_t repeatsAfter(std::span<const double> values) {
    constexpr double alike = 0.6, rise = 0.5;
    double square = 0.0;
    for (const double value : values)
        square += value * value;
    double lowest = 1.0, previous = 1.0;
    const std::size_t last = std::min(longest, values.size() / fewestPeriods);
    double current = last > 0 ? correlationAt(values, 1, square) : 0.0;
    for (std::size_t lag = 1; lag <= last; ++lag) {
        const double next = correlationAt(values, lag + 1, square);
        if (lag > 1 && current >= alike && current - lowest >= rise && current >= previous && current >= next)
            return lag;
        lowest = std::min(lowest, current);
        previous = current;
        current = next;
    }
    return 1;
}

/// Only one phase of the period is slow, rarely, and does not carry the time; the others are alike.
bool isRareOutlier(std::span<const double> values, std::size_t period) {
    constexpr double slow = 1.25, carries = 0.4;
    constexpr std::size_t often = 4;
    std::vector<double> phases;
    double sum = 0.0;
    for (std::size_t phase = 0; phase < period; ++phase) {
        std::vector<double> inPhase;
        for (std::size_t i = phase; i < values.size(); i += period)
            inPhase.push_back(values[i]);
        phases.push_back(median(inPhase));
        sum += phases.back();
    }
    std::ranges::sort(phases);
    const double slowest = phases.back(), next = phases[period - 2], fastest = phases.front();
    return period > often && slowest > slow * next && next < slow * fastest && slowest < carries * sum;
}

} // namespace

std::pair<std::size_t, std::size_t> sawToothPart(std::size_t count) {
    constexpr std::size_t most = 8'192;
    const std::size_t begin = count > most ? (count - most) / 2 : 0;
    return {begin, begin + std::min(count, most)};
}

std::size_t sawToothPeriod(std::span<const double> values) {
    constexpr std::size_t window = 2 * longest + 1;
    const auto [begin, end] = sawToothPart(values.size());
    values = values.subspan(begin, end - begin);
    if (values.size() < 2 * fewestPeriods)
        return 1;
    std::vector<double> logs(values.size());
    std::ranges::transform(values, logs.begin(), [](double value) { return std::log(value); });
    const std::vector<double> level = runningMedian(logs, window);
    std::vector<double> relative(logs.size()); // to the level around: a step up is not a slow phase
    double mean = 0.0;
    for (std::size_t i = 0; i < logs.size(); ++i) {
        logs[i] -= level[i];
        relative[i] = std::exp(logs[i]);
        mean += logs[i] / static_cast<double>(logs.size());
    }
    for (double& value : logs)
        value -= mean;
    const std::size_t period = repeatsAfter(logs);
    return period > 1 && !isRareOutlier(relative, period) ? period : 1;
}

} // namespace tachograph::numerics
