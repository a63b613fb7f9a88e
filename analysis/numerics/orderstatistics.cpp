#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace tachograph::numerics {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Two halves of a window: `low` holds the smaller half (one more when odd), so its largest value is the lower median.
class MovingWindow {
  public:
    void insert(double value) {
        if (m_low.empty() || value <= *m_low.rbegin())
            m_low.insert(value);
        else
            m_high.insert(value);
        balance();
    }
    void erase(double value) {
        const auto found = m_low.find(value);
        if (found != m_low.end())
            m_low.erase(found);
        else
            m_high.erase(m_high.find(value));
        balance();
    }
    [[nodiscard]] double median() const {
        return m_low.size() > m_high.size() ? *m_low.rbegin() : 0.5 * (*m_low.rbegin() + *m_high.begin());
    }

  private:
    void balance() {
        if (m_low.size() > m_high.size() + 1) {
            m_high.insert(m_low.extract(std::prev(m_low.end())));
        } else if (m_low.size() < m_high.size()) {
            m_low.insert(m_high.extract(m_high.begin()));
        }
    }
    std::multiset<double> m_low, m_high;
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
    MovingWindow window;
    std::size_t begin = 0, end = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (; end < std::min(values.size(), i + half + 1); ++end)
            window.insert(values[end]);
        for (; begin + half < i; ++begin)
            window.erase(values[begin]);
        medians[i] = window.median();
    }
    return medians;
}

} // namespace tachograph::numerics
