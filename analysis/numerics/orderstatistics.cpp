#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph::numerics {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The values of a window in order. A few thousand of them are moved faster than two trees are balanced.
class MovingWindow {
  public:
    explicit MovingWindow(std::size_t width) { m_sorted.reserve(width + 1); }
    void insert(double value) { m_sorted.insert(firstNotBelow(value), value); }
    void erase(double value) { m_sorted.erase(firstNotBelow(value)); }
    /// One value for another.
    void replace(double old, double value) {
        const auto from = firstNotBelow(old), to = firstNotBelow(value);
        if (from < to) {
            std::move(from + 1, to, from);
            *(to - 1) = value;
        } else {
            std::move_backward(to, from, from + 1);
            *to = value;
        }
    }
    [[nodiscard]] double median() const {
        const std::size_t middle = m_sorted.size() / 2;
        return m_sorted.size() % 2 != 0 ? m_sorted[middle] : 0.5 * (m_sorted[middle - 1] + m_sorted[middle]);
    }

  private:
    /// Few values are counted: a search among values in no order guesses every second branch wrong.
    [[nodiscard]] std::vector<double>::iterator firstNotBelow(double value) {
        constexpr std::size_t few = 64;
        if (m_sorted.size() > few)
            return std::ranges::lower_bound(m_sorted, value);
        return m_sorted.begin() + std::ranges::count_if(m_sorted, [value](double other) { return other < value; });
    }
    std::vector<double> m_sorted;
};

} // namespace

double median(std::span<const double> values) {
    return quantile(values, 0.5);
}

double quantile(std::span<const double> values, double share) {
    if (values.empty())
        return nan;
    std::vector<double> sorted(values.begin(), values.end());
    const double position = std::clamp(share, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
    const auto index = static_cast<std::size_t>(position);
    const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(index);
    std::ranges::nth_element(sorted, at);
    const double below = *at;
    const double part = position - static_cast<double>(index);
    if (part <= 0.0)
        return below;
    const double above = *std::min_element(at + 1, sorted.end());
    return below + part * (above - below);
}

double scaledMad(std::span<const double> values) {
    const double centre = median(values);
    std::vector<double> distances(values.begin(), values.end());
    for (double& value : distances)
        value = std::abs(value - centre);
    return 1.4826 * median(distances);
}

std::vector<double> runningMedian(std::span<const double> values, std::size_t width) {
    std::vector<double> medians(values.size());
    const std::size_t half = width / 2;
    MovingWindow window(std::min(2 * half + 1, values.size()));
    std::size_t begin = 0, end = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > half && end < values.size())
            window.replace(values[begin++], values[end++]);
        for (; end < std::min(values.size(), i + half + 1); ++end)
            window.insert(values[end]);
        for (; begin + half < i; ++begin)
            window.erase(values[begin]);
        medians[i] = window.median();
    }
    return medians;
}

} // namespace tachograph::numerics
