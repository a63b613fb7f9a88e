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
/// Stretches of fewer points than this are looked at as a whole: to settle one value takes the medians around 4 x half
/// others, and finding two extremes settles some four of them.
constexpr std::size_t fewPoints = 45;

/// A stretch of values of which those that were asked for are replaced by their local median when they are outliers.
class Filtered {
  public:
    explicit Filtered(std::span<const double> raw) : m_raw(raw) {}

    /// begin .. end-1, none of them asked for.
    void start(std::size_t begin, std::size_t end) {
        m_begin = begin;
        const auto first = m_raw.begin() + static_cast<std::ptrdiff_t>(begin);
        m_values.assign(first, first + static_cast<std::ptrdiff_t>(end - begin));
        m_settled.assign(end - begin, false);
    }

    [[nodiscard]] double at(std::size_t i) const { return m_values[i - m_begin]; }

    /// Those of begin .. end-1, all in the stretch.
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
                m_values[i - m_begin] = middle[i - first];
            m_settled[i - m_begin] = true;
        }
    }

    /// Where the extreme of begin .. end-1, all in the stretch, lies: the value that no other one of them precedes.
    template <typename Precedes>
    std::size_t extreme(std::size_t begin, std::size_t end, Precedes precedes) {
        constexpr int fewOutliers = 8;
        for (int asked = 0;; ++asked) {
            std::size_t best = begin;
            for (std::size_t i = begin + 1; i < end; ++i)
                best = precedes(at(i), at(best)) ? i : best;
            if (m_settled[best - m_begin])
                return best;
            if (asked < fewOutliers)
                settle(best, best + 1);
            else
                settle(begin, end);
        }
    }

  private:
    std::span<const double> m_raw;
    std::size_t m_begin = 0;
    std::vector<double> m_values;
    std::vector<bool> m_settled;
};

} // namespace

RobustValues robustValues(std::span<const double> x, std::span<const double> y) {
    std::vector<double> finiteX, finiteY; // when some are not
    if (std::ranges::any_of(y, [](double value) { return std::isnan(value); })) {
        for (std::size_t i = 0; i < y.size(); ++i) {
            if (std::isnan(y[i]))
                continue;
            finiteX.push_back(x[i]);
            finiteY.push_back(y[i]);
        }
        x = finiteX;
        y = finiteY;
    }
    Filtered filtered(y);
    const std::size_t count = y.size();
    RobustValues result;
    auto keep = [&](std::size_t i) {
        result.x.push_back(x[i]);
        result.y.push_back(filtered.at(i));
    };
    if (count <= 2 * robustStretches) {
        filtered.start(0, count);
        filtered.settle(0, count);
        for (std::size_t i = 0; i < count; ++i)
            keep(i);
        return result;
    }
    const bool settledAtOnce = count < fewPoints * robustStretches;
    if (settledAtOnce) {
        filtered.start(0, count);
        filtered.settle(0, count);
    }
    for (std::size_t stretch = 0; stretch < robustStretches; ++stretch) {
        const std::size_t begin = stretch * count / robustStretches, end = (stretch + 1) * count / robustStretches;
        if (!settledAtOnce)
            filtered.start(begin, end);
        const std::size_t low = filtered.extreme(begin, end, std::less<>());
        const std::size_t high = filtered.extreme(begin, end, std::greater<>());
        keep(std::min(low, high));
        keep(std::max(low, high));
    }
    return result;
}

void addRobustValues(std::span<const double> x, std::span<const double> y, Lane& lane) {
    const RobustValues robust = robustValues(x, y);
    lane.robustX.insert(lane.robustX.end(), robust.x.begin(), robust.x.end());
    lane.robustValues.insert(lane.robustValues.end(), robust.y.begin(), robust.y.end());
}

} // namespace tachograph::models
