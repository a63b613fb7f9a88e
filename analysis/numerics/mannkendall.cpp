#include "analysis/numerics/mannkendall.h"

#include "analysis/numerics/theilsen.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tachograph::numerics {

namespace {

/// Sorts [begin, end) and counts the pairs that are strictly out of order.
double sortCountingFalls(std::span<double> values, std::span<double> scratch) {
    if (values.size() < 2)
        return 0.0;
    const std::size_t middle = values.size() / 2;
    double falls =
        sortCountingFalls(values.first(middle), scratch) + sortCountingFalls(values.subspan(middle), scratch);
    std::size_t left = 0, right = middle, out = 0;
    while (left < middle && right < values.size()) {
        if (values[right] < values[left]) {
            falls += static_cast<double>(middle - left);
            scratch[out++] = values[right++];
        } else {
            scratch[out++] = values[left++];
        }
    }
    std::copy(values.begin() + static_cast<std::ptrdiff_t>(left), values.begin() + static_cast<std::ptrdiff_t>(middle),
              scratch.begin() + static_cast<std::ptrdiff_t>(out));
    const auto merged = static_cast<std::ptrdiff_t>(right);
    std::copy(scratch.begin(), scratch.begin() + merged, values.begin());
    return falls;
}

/// Adds s and its variance for one group.
void addGroup(std::span<const double> values, MannKendall& test) {
    std::vector<double> sorted(values.begin(), values.end()), scratch(values.size());
    const double falls = sortCountingFalls(sorted, scratch);
    const auto n = static_cast<double>(values.size());
    double tiedPairs = 0.0, tieTerm = 0.0;
    for (std::size_t i = 0; i < sorted.size();) {
        std::size_t j = i;
        while (j < sorted.size() && sorted[j] == sorted[i])
            ++j;
        const auto t = static_cast<double>(j - i);
        tiedPairs += t * (t - 1.0) / 2.0;
        tieTerm += t * (t - 1.0) * (2.0 * t + 5.0);
        i = j;
    }
    test.s += n * (n - 1.0) / 2.0 - tiedPairs - 2.0 * falls;
    test.variance += (n * (n - 1.0) * (2.0 * n + 5.0) - tieTerm) / 18.0;
}

/// Ranks from 1, ties share their mean rank.
std::vector<double> ranks(std::span<const double> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> rank(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t j = i;
        while (j < order.size() && values[order[j]] == values[order[i]])
            ++j;
        for (std::size_t k = i; k < j; ++k)
            rank[order[k]] = 0.5 * static_cast<double>(i + j + 1);
        i = j;
    }
    return rank;
}

} // namespace

double normalUpperTail(double z) {
    return 0.5 * std::erfc(z / std::sqrt(2.0));
}

MannKendall groupedMannKendall(std::span<const double> values, std::span<const std::uint32_t> group, double inflation) {
    MannKendall test;
    for (std::size_t i = 0; i < values.size();) {
        std::size_t j = i;
        while (j < values.size() && group[j] == group[i])
            ++j;
        addGroup(values.subspan(i, j - i), test);
        i = j;
    }
    test.variance *= inflation;
    const double step = test.s > 0 ? 1.0 : test.s < 0 ? -1.0 : 0.0;
    if (test.variance > 0)
        test.z = (test.s - step) / std::sqrt(test.variance);
    test.pRising = normalUpperTail(test.z);
    return test;
}

MannKendall mannKendall(std::span<const double> values) {
    const std::vector<std::uint32_t> oneGroup(values.size(), 0);
    return groupedMannKendall(values, oneGroup);
}

double serialInflation(std::span<const double> values) {
    constexpr std::size_t mostLag = 3;
    const std::size_t n = values.size();
    if (n <= mostLag + 1)
        return 1.0;
    const Line line = theilSen(values);
    std::vector<double> residuals(n);
    for (std::size_t i = 0; i < n; ++i)
        residuals[i] = values[i] - line.at(static_cast<double>(i));
    const std::vector<double> rank = ranks(residuals);
    const double mean = 0.5 * static_cast<double>(n + 1);
    double square = 0.0;
    for (const double r : rank)
        square += (r - mean) * (r - mean);
    double inflation = 1.0;
    for (std::size_t lag = 1; lag <= mostLag && square > 0; ++lag) {
        double product = 0.0;
        for (std::size_t i = 0; i + lag < n; ++i)
            product += (rank[i] - mean) * (rank[i + lag] - mean);
        const double correlation = product / square;
        if (correlation > 1.96 / std::sqrt(static_cast<double>(n)))
            inflation += 2.0 * (1.0 - static_cast<double>(lag) / static_cast<double>(n)) * correlation;
    }
    return inflation;
}

} // namespace tachograph::numerics
