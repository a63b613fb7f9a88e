#include "analysis/numerics/mannwhitney.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tachograph::numerics {

namespace {

struct Marked {
    double value = 0;
    bool fromA = false;
};

/// Sum of the ranks of a (ties share their mean rank) and sum of t^3 - t over the ties.
struct Ranks {
    double sumOfA = 0, ties = 0;
};

Ranks rank(std::vector<Marked>& values) {
    std::ranges::sort(values, {}, &Marked::value);
    Ranks ranks;
    for (std::size_t begin = 0; begin < values.size();) {
        std::size_t end = begin + 1;
        while (end < values.size() && values[end].value == values[begin].value)
            ++end;
        const double meanRank = 0.5 * static_cast<double>(begin + 1 + end);
        for (std::size_t i = begin; i < end; ++i)
            ranks.sumOfA += values[i].fromA ? meanRank : 0.0;
        const auto tied = static_cast<double>(end - begin);
        ranks.ties += tied * tied * tied - tied;
        begin = end;
    }
    return ranks;
}

/// Two-sided probability of u or farther from the middle, all orders being equally likely: counts by the recurrence of
/// Mann & Whitney, N(u; m, n) = N(u - n; m - 1, n) + N(u; m, n - 1).
double exactTwoSided(double u, std::size_t m, std::size_t n) {
    const std::size_t most = m * n;
    std::vector<std::vector<double>> counts(m + 1, std::vector<double>(most + 1, 0.0)); // for the current n
    for (auto& row : counts)
        row[0] = 1.0;
    for (std::size_t right = 1; right <= n; ++right)
        for (std::size_t left = 1; left <= m; ++left)
            for (std::size_t k = most + 1; k-- > 0;)
                counts[left][k] += k >= right ? counts[left - 1][k - right] : 0.0;
    const double all = std::accumulate(counts[m].begin(), counts[m].end(), 0.0);
    const double low = std::min(u, static_cast<double>(most) - u);
    double tail = 0.0;
    for (std::size_t k = 0; k <= most && static_cast<double>(k) <= low; ++k)
        tail += counts[m][k];
    return std::min(1.0, 2.0 * tail / all);
}

} // namespace

MannWhitney mannWhitney(std::span<const double> a, std::span<const double> b) {
    MannWhitney result;
    if (a.empty() || b.empty())
        return result;
    std::vector<Marked> values;
    values.reserve(a.size() + b.size());
    for (double value : a)
        values.push_back({value, true});
    for (double value : b)
        values.push_back({value, false});
    const Ranks ranks = rank(values);
    const auto m = static_cast<double>(a.size());
    const auto n = static_cast<double>(b.size());
    const double total = m + n;
    result.u = ranks.sumOfA - m * (m + 1.0) / 2.0;
    const double variance = m * n / 12.0 * (total + 1.0 - ranks.ties / (total * (total - 1.0)));
    if (variance <= 0.0)
        return result;
    const double distance = result.u - m * n / 2.0;
    result.z = (distance > 0 ? std::max(0.0, distance - 0.5) : std::min(0.0, distance + 0.5)) / std::sqrt(variance);
    result.pTwoSided = total <= 20.0 && ranks.ties == 0.0
                           ? exactTwoSided(result.u, a.size(), b.size())
                           : std::min(1.0, std::erfc(std::abs(result.z) / std::sqrt(2.0)));
    return result;
}

std::vector<double> holm(std::span<const double> p) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < p.size(); ++i)
        if (!std::isnan(p[i]))
            order.push_back(i);
    std::ranges::stable_sort(order, [&p](std::size_t x, std::size_t y) { return p[x] < p[y]; });
    std::vector<double> corrected(p.begin(), p.end());
    double largest = 0.0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        largest = std::max(largest, std::min(1.0, p[order[i]] * static_cast<double>(order.size() - i)));
        corrected[order[i]] = largest;
    }
    return corrected;
}

} // namespace tachograph::numerics
