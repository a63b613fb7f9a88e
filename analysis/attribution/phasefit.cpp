#include "analysis/attribution/phasefit.h"

#include "analysis/numerics/orderstatistics.h"
#include "analysis/numerics/theilsen.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tachograph {

namespace {

/// Medians of y and x over 60 windows of steps at which both are finite.
struct Windows {
    std::vector<double> x, y;
};

Windows windowsOf(const std::vector<double>& x, const std::vector<double>& y, const std::vector<std::uint8_t>* split) {
    constexpr std::size_t most = 60;
    const std::size_t steps = std::min(x.size(), y.size());
    const auto counts = [&](std::size_t i) {
        return std::isfinite(x[i]) && std::isfinite(y[i]) && (!split || (*split)[i] != 0);
    };
    std::size_t n = 0;
    for (std::size_t i = 0; i < steps; ++i)
        n += counts(i) ? 1 : 0;
    Windows windows;
    const std::size_t count = std::min(most, n);
    std::vector<double> inX, inY; // of one window
    for (std::size_t i = 0, window = 0, taken = 0; window < count; ++i) {
        if (!counts(i))
            continue;
        inX.push_back(x[i]);
        inY.push_back(y[i]);
        if (++taken < (window + 1) * n / count)
            continue;
        windows.x.push_back(numerics::median(inX));
        windows.y.push_back(numerics::median(inY));
        inX.clear();
        inY.clear();
        ++window;
    }
    return windows;
}

/// Nothing when x hardly varies.
std::optional<numerics::Line> lineThrough(const Windows& windows) {
    constexpr std::size_t fewest = 10;
    constexpr double varied = 1.25;
    if (windows.x.size() < fewest ||
        !(numerics::quantile(windows.x, 0.9) > varied * std::max(0.0, numerics::quantile(windows.x, 0.1))))
        return std::nullopt;
    return numerics::theilSen(windows.x, windows.y);
}

PhaseFits::Fit fitOf(const std::vector<double>& length, const std::vector<double>& seconds,
                     const std::vector<std::uint8_t>* split, bool proportional) {
    const auto line = lineThrough(windowsOf(length, seconds, split));
    if (!line)
        return {proportional, 0.0};
    return {line->slope > 0.0, std::max(0.0, line->intercept)};
}

/// Noise of ln(seconds / driver) from one step to the next; NaN when there is too little of it.
double noiseAgainst(const std::vector<double>& seconds, const std::vector<double>& driver) {
    constexpr std::size_t fewest = 20;
    const std::size_t steps = std::min(seconds.size(), driver.size());
    std::vector<double> changes;
    changes.reserve(steps);
    double before = std::nan("");
    for (std::size_t i = 0; i < steps; ++i) {
        const double now = std::log(seconds[i] / driver[i]);
        if (std::isfinite(now - before))
            changes.push_back(now - before);
        before = now;
    }
    return changes.size() < fewest ? std::nan("") : numerics::scaledMad(changes);
}

/// Where generation follows the tail rather than the mean, its fixed part is what is left at no tail.
void takeTail(const TimeLedger& ledger, const std::vector<double>& generation, PhaseFits& fits) {
    constexpr double clearly = 0.9;
    if (ledger.tail.empty() ||
        !(noiseAgainst(generation, ledger.tail) < clearly * noiseAgainst(generation, ledger.length)))
        return;
    const bool whole = &generation == &ledger.seconds;
    const PhaseFits::Fit fit = fitOf(ledger.tail, generation, whole ? nullptr : &ledger.split, true);
    fits.byTail = fit.follows;
    if (!fit.follows)
        return;
    for (std::size_t i = 0; i < ledger.phases.size(); ++i)
        if (&ledger.phases[i].seconds == &generation)
            fits.phases[i] = fit;
    if (whole)
        fits.step = fit;
}

} // namespace

PhaseFits fitPhases(const TimeLedger& ledger, const Job& job) {
    PhaseFits fits;
    const std::vector<double>* generation = &ledger.seconds;
    for (const LedgerPhase& phase : ledger.phases) {
        if (job.canceled())
            return fits;
        const bool generates = phase.role == roles::generationTime;
        fits.phases.push_back(fitOf(ledger.length, phase.seconds, &ledger.split, generates));
        generation = generates ? &phase.seconds : generation;
    }
    if (job.canceled())
        return fits;
    fits.step = fitOf(ledger.length, ledger.seconds, nullptr, true);
    if (job.canceled())
        return fits;
    takeTail(ledger, *generation, fits);
    if (const auto line = lineThrough(windowsOf(ledger.length, ledger.tokens, nullptr)); line && line->slope > 0.0) {
        fits.tokensFixed = std::max(0.0, line->intercept);
        fits.tokensSlope = line->slope;
    }
    return fits;
}

} // namespace tachograph
