#include "analysis/numerics/blockbootstrap.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace tachograph::numerics {

namespace {

/// Uniform in [0, bound) from a 64-bit generator: the same on every standard library, unlike
/// std::uniform_int_distribution.
std::size_t uniformBelow(std::mt19937_64& generator, std::size_t bound) {
    const std::uint64_t limit = bound;
    const std::uint64_t tooHigh = std::mt19937_64::max() - std::mt19937_64::max() % limit;
    std::uint64_t value = generator();
    while (value >= tooHigh)
        value = generator();
    return static_cast<std::size_t>(value % limit);
}

/// A block of a resample: `length` neighbours from `begin` on, around the end.
struct Block {
    std::size_t begin = 0, length = 0;
};

/// Counts resamples by rank. Only ranks inside a window around the middle are looked at one by one; how many values of
/// a block lie below the window comes from prefix counts.
class RankWindow {
  public:
    RankWindow(std::span<const double> values, std::size_t halfWidth) : m_count(values.size()) {
        std::vector<std::size_t> order(m_count);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, [&values](std::size_t a, std::size_t b) { return values[a] < values[b]; });
        m_first = m_count / 2 > halfWidth ? m_count / 2 - halfWidth : 0;
        const std::size_t end = std::min(m_count, m_count / 2 + halfWidth + 1);
        m_sorted.reserve(end - m_first);
        m_below.assign(2 * m_count + 1, 0);
        m_insideBefore.assign(2 * m_count + 1, 0);
        std::vector<std::size_t> rank(m_count);
        for (std::size_t r = 0; r < m_count; ++r) {
            rank[order[r]] = r;
            if (r >= m_first && r < end)
                m_sorted.push_back(values[order[r]]);
        }
        // Twice around, so that a block over the end needs no special case.
        for (std::size_t i = 0; i < 2 * m_count; ++i) {
            const std::size_t r = rank[i % m_count];
            m_below[i + 1] = m_below[i] + (r < m_first ? 1 : 0);
            const bool inside = r >= m_first && r < end;
            m_insideBefore[i + 1] = m_insideBefore[i] + (inside ? 1 : 0);
            if (inside)
                m_inside.push_back(r - m_first);
        }
        m_seen.resize(m_sorted.size());
    }

    /// The median of the resample; false when it lies outside the window.
    bool median(std::span<const Block> blocks, double& result) {
        std::ranges::fill(m_seen, 0u);
        std::size_t below = 0;
        for (const Block& block : blocks) {
            const std::size_t end = block.begin + block.length;
            below += m_below[end] - m_below[block.begin];
            for (std::size_t i = m_insideBefore[block.begin]; i < m_insideBefore[end]; ++i)
                ++m_seen[m_inside[i]];
        }
        double lower = 0, upper = 0;
        if (!valueAt((m_count - 1) / 2, below, lower) || !valueAt(m_count / 2, below, upper))
            return false;
        result = 0.5 * (lower + upper);
        return true;
    }

  private:
    /// The value of a place in the sorted resample, of which `below` values lie below the window.
    bool valueAt(std::size_t place, std::size_t below, double& value) const {
        if (place < below)
            return false;
        std::size_t left = place - below;
        for (std::size_t r = 0; r < m_seen.size(); ++r) {
            if (left < m_seen[r]) {
                value = m_sorted[r];
                return true;
            }
            left -= m_seen[r];
        }
        return false;
    }

    std::size_t m_count = 0, m_first = 0;
    std::vector<double> m_sorted;            // values of the window, ascending
    std::vector<std::size_t> m_below;        // values below the window among the first i
    std::vector<std::size_t> m_insideBefore; // values inside the window among the first i
    std::vector<std::size_t> m_inside;       // their ranks within the window, in log order
    std::vector<unsigned> m_seen;
};

} // namespace

std::size_t bootstrapBlockLength(std::size_t count, double tau) {
    const double cubeRoot = std::ceil(std::cbrt(static_cast<double>(count)) - 1e-9);
    const double wanted = std::max(cubeRoot, std::ceil(2.0 * tau - 1e-9));
    const auto most = static_cast<double>(std::max<std::size_t>(1, count / 4));
    return static_cast<std::size_t>(std::clamp(wanted, 1.0, most));
}

std::vector<double> blockBootstrapMedians(std::span<const double> values, std::size_t blockLength, std::size_t draws,
                                          std::uint64_t seed, const Job& job) {
    std::vector<double> medians;
    const std::size_t count = values.size();
    if (count == 0)
        return medians;
    const std::size_t length = std::clamp<std::size_t>(blockLength, 1, count);
    // The median of a resample moves by about sqrt(n x block) / 2 ranks; eight times that is practically always enough,
    // and where it is not the window is everything.
    const auto halfWidth =
        static_cast<std::size_t>(4.0 * std::sqrt(static_cast<double>(count) * static_cast<double>(length))) + 8;
    RankWindow window(values, halfWidth);
    std::mt19937_64 generator(seed);
    std::vector<Block> blocks((count + length - 1) / length);
    medians.reserve(draws);
    for (std::size_t draw = 0; draw < draws && !job.canceled(); ++draw) {
        std::size_t left = count;
        for (Block& block : blocks) {
            block = {uniformBelow(generator, count), std::min(length, left)};
            left -= block.length;
        }
        double median = 0;
        if (!window.median(blocks, median)) {
            RankWindow whole(values, count);
            whole.median(blocks, median);
        }
        medians.push_back(median);
    }
    return medians;
}

} // namespace tachograph::numerics
