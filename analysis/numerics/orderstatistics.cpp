#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

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

/// Where the two order statistics around a quantile lie.
struct Place {
    std::size_t index = 0; ///< of the lower one
    double part = 0;       ///< of the way to the upper one
    Place(std::size_t count, double share) {
        const double position = std::clamp(share, 0.0, 1.0) * static_cast<double>(count - 1);
        index = static_cast<std::size_t>(position);
        part = position - static_cast<double>(index);
    }
    [[nodiscard]] std::size_t last() const { return part > 0.0 ? index + 1 : index; }
};

/// The quantile among values that hold the order statistics `place.index - below` and, if needed, the next one.
double quantileAmong(std::vector<double>& values, const Place& place, std::size_t below) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(place.index - below);
    std::ranges::nth_element(values, at);
    const double lower = *at;
    if (place.part <= 0.0)
        return lower;
    const double upper = *std::min_element(at + 1, values.end());
    return lower + place.part * (upper - lower);
}

/// Two of a sample of the values, such that the quantile all but certainly lies between them.
template <typename Of>
std::pair<double, double> bracketOf(std::size_t count, double share, Of of) {
    const std::size_t sampled = std::clamp<std::size_t>(count / 16, 256, 4'096);
    // Four standard deviations of the rank in the sample.
    const auto reach = static_cast<std::size_t>(2.0 * std::sqrt(static_cast<double>(sampled)));
    std::vector<double> sample(sampled);
    std::uint64_t draw = 0x9E3779B97F4A7C15ULL; // scattered, so that no period of the values is met at one phase only
    for (double& value : sample) {
        draw ^= draw << 13U;
        draw ^= draw >> 7U;
        draw ^= draw << 17U;
        value = of(draw % count);
    }
    std::ranges::sort(sample);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto middle = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(sampled - 1));
    return {middle < reach ? -infinity : sample[middle - reach],
            middle + reach >= sampled ? infinity : sample[middle + reach]};
}

/// The quantile of of(0) ... of(count - 1). Of many values only those near it are copied: a pass over the others costs
/// less than new memory for them.
template <typename Of>
double quantileOf(std::size_t count, double share, Of of) {
    constexpr std::size_t many = 1U << 12;
    if (count == 0)
        return nan;
    const Place place(count, share);
    std::vector<double> kept;
    if (count >= many) {
        const auto [low, high] = bracketOf(count, share, of);
        std::size_t below = 0;
        kept.reserve(count / 8);
        std::array<double, 256> near; // written to without asking: what is not near is written over
        for (std::size_t begin = 0; begin < count; begin += near.size()) {
            const std::size_t end = std::min(count, begin + near.size());
            std::size_t found = 0;
            for (std::size_t i = begin; i < end; ++i) {
                const double value = of(i);
                below += value < low ? 1 : 0;
                near[found] = value;
                found += static_cast<std::size_t>(value >= low) & static_cast<std::size_t>(value <= high);
            }
            kept.insert(kept.end(), near.begin(), near.begin() + static_cast<std::ptrdiff_t>(found));
        }
        if (place.index >= below && place.last() < below + kept.size())
            return quantileAmong(kept, place, below);
        kept.clear();
    }
    kept.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        kept.push_back(of(i));
    return quantileAmong(kept, place, 0);
}

} // namespace

double median(std::span<const double> values) {
    return quantile(values, 0.5);
}

double quantile(std::span<const double> values, double share) {
    return quantileOf(values.size(), share, [&](std::size_t i) { return values[i]; });
}

double scaledMad(std::span<const double> values) {
    const double centre = median(values);
    return 1.4826 * quantileOf(values.size(), 0.5, [&](std::size_t i) { return std::abs(values[i] - centre); });
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
