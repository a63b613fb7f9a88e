#include "analysis/numerics/hampel.h"

#include "analysis/numerics/sortedwindow.h"

#include <algorithm>
#include <cmath>

namespace tachograph::numerics {

LocalSpread localSpread(std::span<const double> values, std::size_t width, double least, const Job& job) {
    constexpr std::size_t askEvery = 16'384;
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
