#include "analysis/numerics/hampel.h"

#include "analysis/numerics/sortedwindow.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph::numerics {

namespace {

constexpr std::size_t askEvery = 16'384;
constexpr double toSigma = 1.4826; // scaled MAD of normal noise = its standard deviation

std::span<const double> windowAround(std::span<const double> values, std::size_t at, std::size_t half) {
    const std::size_t begin = at > half ? at - half : 0;
    return values.subspan(begin, std::min(values.size(), at + half + 1) - begin);
}

/// Whether more than half of the window lies below `value` by more than `least`: a pass over the window without sorting
/// tells that its median does.
bool isAboveMedian(std::span<const double> window, double value, double least) {
    std::size_t below = 0;
    for (const double other : window)
        below += value - other > least ? 1 : 0;
    return below >= window.size() / 2 + window.size() % 2;
}

/// Whether `value` is not above the window's median by more than `mads` median absolute deviations, told by counting
/// around a guess of the median; false when that does not tell. The guess is widened to an interval that is shown to
/// hold the median, and fewer than half of the values lie within (value - lowest median) / mads of that interval.
bool isPlainlyUsual(std::span<const double> window, double value, double guess, double mads) {
    constexpr double slack = 0.1, rounding = 1.0 + 1e-6;
    const double off = value - guess;
    if (!(off > 0.0))
        return false;
    const double low = guess - slack * off, high = guess + slack * off;
    const double reach = rounding * (value - low) / mads;
    const double from = low - reach, to = high + reach;
    std::size_t below = 0, above = 0, near = 0;
    for (const double other : window) {
        below += other < low ? 1 : 0;
        above += other > high ? 1 : 0;
        near += other >= from && other <= to ? 1 : 0;
    }
    const std::size_t half = (window.size() - 1) / 2;
    return below <= half && above <= half && near <= half;
}

/// Mean of the two middle values for an even count. Reorders the values instead of copying them.
double medianInPlace(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return values.size() % 2 == 1 ? *middle : 0.5 * (*std::max_element(values.begin(), middle) + *middle);
}

/// Whether `above` is more than `limit` scaled MADs of the window around its median `centre`.
bool isBeyond(std::span<const double> window, double centre, double above, double limit, std::vector<double>& scratch) {
    if (window.size() % 2 == 1) { // the MAD is one of the deviations: it is enough to count those that are small
        std::size_t small = 0;
        for (const double value : window)
            small += above > limit * (toSigma * std::abs(value - centre)) ? 1 : 0;
        return small > window.size() / 2;
    }
    scratch.assign(window.begin(), window.end());
    for (double& value : scratch)
        value = std::abs(value - centre);
    return above > limit * (toSigma * medianInPlace(scratch));
}

} // namespace

std::vector<LocalExcess> localExcess(std::span<const double> values, std::size_t width, double limit, double least,
                                     const Job& job) {
    std::vector<LocalExcess> excess;
    std::vector<double> scratch;
    scratch.reserve(width);
    double usual = std::numeric_limits<double>::quiet_NaN(); // the median that was last worked out
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % askEvery == 0 && job.canceled())
            return excess;
        const std::span<const double> window = windowAround(values, i, width / 2);
        if (!isAboveMedian(window, values[i], least) || isPlainlyUsual(window, values[i], usual, limit * toSigma))
            continue;
        scratch.assign(window.begin(), window.end());
        const double centre = medianInPlace(scratch), above = values[i] - centre;
        usual = centre;
        if (above > least && isBeyond(window, centre, above, limit, scratch))
            excess.push_back({i, above});
    }
    return excess;
}

LocalSpread localSpread(std::span<const double> values, std::size_t width, double least, const Job& job) {
    const std::size_t half = width / 2;
    LocalSpread spread{std::vector<double>(values.size()), std::vector<double>(values.size())};
    SortedWindow window(width);
    std::size_t begin = 0, end = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % askEvery == 0 && job.canceled())
            return spread;
        for (; end < std::min(values.size(), i + half + 1); ++end)
            window.insert(values[end]);
        for (; begin + half < i; ++begin)
            window.erase(values[begin]);
        spread.median[i] = window.median();
        if (std::abs(values[i] - spread.median[i]) > least)
            spread.mad[i] = window.scaledMad(spread.median[i]);
    }
    return spread;
}

std::vector<double> hampelFilter(std::span<const double> values, std::size_t width, double limit, double least,
                                 const Job& job) {
    const LocalSpread spread = localSpread(values, width, least, job);
    std::vector<double> filtered(values.begin(), values.end());
    for (std::size_t i = 0; i < filtered.size(); ++i)
        if (std::abs(filtered[i] - spread.median[i]) > std::max(limit * spread.mad[i], least))
            filtered[i] = spread.median[i];
    return filtered;
}

} // namespace tachograph::numerics
