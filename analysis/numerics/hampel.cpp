#include "analysis/numerics/hampel.h"

#include "analysis/numerics/sortedwindow.h"

#include <algorithm>
#include <cmath>

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

/// Mean of the two middle values for an even count. Reorders the values instead of copying them.
double medianInPlace(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return values.size() % 2 == 1 ? *middle : 0.5 * (*std::max_element(values.begin(), middle) + *middle);
}

} // namespace

std::vector<double> localExcess(std::span<const double> values, std::size_t width, double limit, double least,
                                const Job& job) {
    std::vector<double> excess(values.size(), 0.0), scratch;
    scratch.reserve(width);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % askEvery == 0 && job.canceled())
            return excess;
        const std::span<const double> window = windowAround(values, i, width / 2);
        if (!isAboveMedian(window, values[i], least))
            continue;
        scratch.assign(window.begin(), window.end());
        const double centre = medianInPlace(scratch), above = values[i] - centre;
        if (!(above > least))
            continue;
        for (double& value : scratch)
            value = std::abs(value - centre);
        if (above > limit * (toSigma * medianInPlace(scratch)))
            excess[i] = above;
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
