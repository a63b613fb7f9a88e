#include "analysis/core/text.h"
#include "analysis/run/balancecheck.h"
#include "analysis/run/derive/derivation.h"
#include "analysis/run/derive/derivations.h"
#include "analysis/run/roles.h"
#include "analysis/run/stampwindows.h"

#include <cmath>
#include <limits>
#include <map>

namespace tachograph::derive {

namespace {

struct Amount {
    double value = std::numeric_limits<double>::quiet_NaN();
    double halfWidth = 0.0;
};

/// The averaged rate at a row, by row.
std::map<std::uint32_t, double> valuesByRow(const Series& series) {
    std::map<std::uint32_t, double> values;
    for (std::size_t i = 0; i < series.size(); ++i)
        values[series.rowOf(i)] = series.inUnit(i);
    return values;
}

/// What one step counts (tokens, batches) between two anchors: the increase of average x time over the steps.
/// NaN when the average is missing at one of them.
Amount perStep(const std::map<std::uint32_t, double>& averages, double rounding, const StampAnchor& from,
               const StampAnchor& to) {
    const auto a = averages.find(from.row), b = averages.find(to.row);
    const double steps = to.progress - from.progress;
    if (a == averages.end() || b == averages.end() || !(steps > 0.0))
        return {};
    const double count = b->second * to.seconds - a->second * from.seconds;
    const double error = rounding * (from.seconds + to.seconds) + b->second * (to.halfWidth + to.shift) +
                         a->second * (from.halfWidth + from.shift);
    return {count / steps, error / steps};
}

void appendRate(Series& series, const StampWindow& window, const Amount& amount) {
    const double rate = amount.value * window.steps() / window.seconds();
    const double relative = amount.halfWidth / amount.value + window.halfWidth() / window.seconds();
    append(series, window.end.row, rate, std::abs(rate) * relative);
}

std::string stepsOf(const std::vector<StampWindow>& windows) {
    double steps = 0.0;
    for (const StampWindow& window : windows)
        steps += window.steps();
    return formatCount(std::llround(steps / static_cast<double>(windows.size())));
}

} // namespace

std::vector<Series> throughputDeaveraged(const Run& run, Notes&) {
    const Series* average = averagedSinceStart(run, roles::throughput);
    if (!average || current(run, roles::throughput))
        return {};
    const auto anchors = stampAnchors(run, Stamps::elapsed);
    const auto windows = stampWindows(anchors);
    const auto averages = valuesByRow(*average);
    const double rounding = average->printResolution / 2.0 * average->toUnit;
    Series series = make("throughput (de-averaged)", roles::throughput, {});
    series.scope = average->scope;
    series.definition = "the rate behind " + average->key;
    Amount last;
    std::size_t begin = 0; // the first anchor of the window's attempt
    for (const StampWindow& window : windows) {
        while (anchors[begin].attempt != window.end.attempt)
            ++begin;
        // Up to the end of the window from the attempt's beginning: the longer, the less the rounding matters.
        const Amount amount = perStep(averages, rounding, anchors[begin], window.end);
        if (!(amount.value > 0.0))
            continue;
        appendRate(series, window, amount);
        last = amount;
    }
    if (series.values.empty())
        return {};
    series.how = "de-averaged from steps and elapsed stamps, " + stepsOf(windows) + " steps at " +
                 formatTokens(last.value) + " a step (printed average x elapsed time / steps)";
    std::vector<Series> result;
    result.push_back(std::move(series));
    return result;
}

std::vector<Series> drafterRateDeaveraged(const Run& run, Notes&) {
    const Series* average = averagedSinceStart(run, roles::drafterRate);
    const auto batches = average ? batchesPerStep(run) : std::nullopt;
    if (!batches || current(run, roles::drafterRate))
        return {};
    const auto windows = stampWindows(stampAnchors(run, Stamps::elapsed));
    if (windows.empty())
        return {};
    Series series = make("drafter rate (de-averaged)", roles::drafterRate,
                         "de-averaged from steps and elapsed stamps, " + stepsOf(windows) + " steps of " +
                             formatNumber(*batches, 3) + " batches");
    series.scope = average->scope;
    series.definition = "the rate behind " + average->key;
    for (const StampWindow& window : windows)
        appendRate(series, window, {*batches, 0.0});
    std::vector<Series> result;
    result.push_back(std::move(series));
    return result;
}

} // namespace tachograph::derive
