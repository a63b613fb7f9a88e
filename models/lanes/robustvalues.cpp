#include "models/lanes/robustvalues.h"

#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>

namespace tachograph::models {

namespace {

constexpr std::size_t hampelWindow = 11, half = hampelWindow / 2;
constexpr double hampelLimit = 4.0 * 1.4826;
constexpr std::size_t robustStretches = 2000;

/// Values of which those that were asked for are replaced by their local median when they are outliers.
class Filtered {
  public:
    explicit Filtered(std::span<const double> raw)
        : m_raw(raw), m_values(raw.begin(), raw.end()), m_settled(raw.size(), false) {}

    [[nodiscard]] double at(std::size_t i) const { return m_values[i]; }

    /// All of begin .. end-1.
    void settle(std::size_t begin, std::size_t end) {
        // Each needs the distances of its neighbours, those the medians around them.
        const std::size_t first = begin - std::min(begin, 2 * half), last = std::min(m_raw.size(), end + 2 * half);
        const std::vector<double> middle = numerics::runningMedian(m_raw.subspan(first, last - first), hampelWindow);
        std::vector<double> distance(middle.size());
        for (std::size_t i = 0; i < middle.size(); ++i)
            distance[i] = std::abs(m_raw[first + i] - middle[i]);
        const std::vector<double> spread = numerics::runningMedian(distance, hampelWindow);
        for (std::size_t i = begin; i < end; ++i) {
            if (distance[i - first] > hampelLimit * spread[i - first])
                m_values[i] = middle[i - first];
            m_settled[i] = true;
        }
    }

    /// Where the extreme of begin .. end-1 lies: the value that no other one of them precedes.
    template <typename Precedes>
    std::size_t extreme(std::size_t begin, std::size_t end, Precedes precedes) {
        constexpr int fewOutliers = 8;
        for (int asked = 0;; ++asked) {
            std::size_t best = begin;
            for (std::size_t i = begin + 1; i < end; ++i)
                best = precedes(m_values[i], m_values[best]) ? i : best;
            if (m_settled[best])
                return best;
            if (asked < fewOutliers)
                settle(best, best + 1);
            else
                settle(begin, end);
        }
    }

  private:
    std::span<const double> m_raw;
    std::vector<double> m_values;
    std::vector<bool> m_settled;
};

} // namespace

RobustValues robustValues(std::span<const double> x, std::span<const double> y) {
    RobustValues finite;
    finite.x.reserve(y.size());
    finite.y.reserve(y.size());
    for (std::size_t i = 0; i < y.size(); ++i) {
        if (std::isnan(y[i]))
            continue;
        finite.x.push_back(x[i]);
        finite.y.push_back(y[i]);
    }
    Filtered filtered(finite.y);
    const std::size_t count = finite.y.size();
    RobustValues result;
    auto keep = [&](std::size_t i) {
        result.x.push_back(finite.x[i]);
        result.y.push_back(filtered.at(i));
    };
    if (count <= 2 * robustStretches) {
        filtered.settle(0, count);
        for (std::size_t i = 0; i < count; ++i)
            keep(i);
        return result;
    }
    for (std::size_t stretch = 0; stretch < robustStretches; ++stretch) {
        const std::size_t begin = stretch * count / robustStretches, end = (stretch + 1) * count / robustStretches;
        const std::size_t low = filtered.extreme(begin, end, std::less<>());
        const std::size_t high = filtered.extreme(begin, end, std::greater<>());
        keep(std::min(low, high));
        keep(std::max(low, high));
    }
    return result;
}

} // namespace tachograph::models
