#include "analysis/numerics/blockbootstrap.h"

#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <random>

namespace tachograph::numerics {

namespace {

/// Uniform in [0, bound), two numbers from 64 bits, none favoured (Lemire 2019): the same on every standard library,
/// unlike std::uniform_int_distribution. The bound is at most 2^32 - 1.
class UniformBelow {
  public:
    UniformBelow(std::uint64_t seed, std::size_t bound)
        : m_generator(seed), m_bound(bound), m_favoured((std::uint64_t{1} << 32) % bound) {}

    std::size_t operator()() {
        std::uint64_t product = next() * m_bound;
        while ((product & 0xFFFFFFFFu) < m_favoured)
            product = next() * m_bound;
        return static_cast<std::size_t>(product >> 32);
    }

  private:
    /// 32 bits.
    std::uint64_t next() {
        m_half = !m_half;
        if (m_half)
            m_bits = m_generator();
        return m_half ? m_bits & 0xFFFFFFFFu : m_bits >> 32;
    }

    std::mt19937_64 m_generator;
    std::uint64_t m_bound, m_favoured;
    std::uint64_t m_bits = 0;
    bool m_half = false;
};

/// Counts resamples of blocks of one length by rank. Only values inside a window around the middle are looked at one by
/// one; how many values of a block lie below the window is known beforehand.
class RankWindow {
  public:
    RankWindow(std::span<const double> values, std::size_t length, std::size_t halfWidth) : m_values(values) {
        findWindow(halfWidth);
        const std::size_t count = values.size();
        std::vector<std::uint32_t> below(count + length + 1, 0), inside(count + length + 1, 0);
        for (std::size_t i = 0; i < count + length; ++i) {
            const double value = values[i < count ? i : i - count];
            below[i + 1] = below[i] + (value < m_sorted.front() ? 1 : 0);
            inside[i + 1] = inside[i] + (isInside(value) ? 1 : 0);
            if (isInside(value))
                m_inside.push_back(placeOf(value));
        }
        m_inside.push_back(0); // to be read, not counted
        m_blocks.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            m_blocks[i] = {inside[i], inside[i + length] - inside[i], below[i + length] - below[i]};
        m_seen.resize(m_sorted.size());
    }

    /// Says that the block which begins here will be asked for soon.
    void expect(std::size_t begin) const { __builtin_prefetch(&m_blocks[begin]); }

    /// The median of the resample of blocks that begin at `starts`, the last one cut to `lastLength`; false when it
    /// lies outside of the window.
    bool median(std::span<const std::uint32_t> starts, std::size_t lastLength, double& result) {
        std::ranges::fill(m_seen, 0u);
        m_below = 0;
        for (const std::uint32_t begin : starts.first(starts.size() - 1)) {
            const Block block = m_blocks[begin];
            m_below += block.below;
            // Most blocks have none or one inside: counting the first without asking costs less than a wrong guess.
            const std::uint32_t* inside = &m_inside[block.firstInside];
            m_seen[*inside] += block.inside > 0 ? 1 : 0;
            for (std::uint32_t i = 1; i < block.inside; ++i)
                ++m_seen[inside[i]];
        }
        addOneByOne(starts.back(), lastLength);
        double lower = 0, upper = 0;
        if (!valueAt((m_values.size() - 1) / 2, lower) || !valueAt(m_values.size() / 2, upper))
            return false;
        result = 0.5 * (lower + upper);
        return true;
    }

  private:
    /// What is known of the block that begins at a place, around the end.
    struct Block {
        std::uint32_t firstInside = 0, inside = 0; ///< into m_inside
        std::uint32_t below = 0;
    };

    /// The different values within `halfWidth` ranks of the middle.
    void findWindow(std::size_t halfWidth) {
        const std::size_t middle = m_values.size() / 2;
        std::vector<double> order(m_values.begin(), m_values.end());
        const auto at = [&order](std::size_t rank) {
            return order.begin() + static_cast<std::ptrdiff_t>(rank);
        };
        const std::size_t first = middle > halfWidth ? middle - halfWidth : 0;
        const std::size_t last = std::min(m_values.size() - 1, middle + halfWidth);
        std::ranges::nth_element(order, at(first));
        const double low = *at(first);
        std::nth_element(at(first), at(last), order.end());
        const double high = *at(last);
        std::ranges::copy_if(m_values, std::back_inserter(m_sorted),
                             [low, high](double value) { return value >= low && value <= high; });
        std::ranges::sort(m_sorted);
        m_sorted.erase(std::unique(m_sorted.begin(), m_sorted.end()), m_sorted.end());
    }

    bool isInside(double value) const { return value >= m_sorted.front() && value <= m_sorted.back(); }
    std::uint32_t placeOf(double value) const {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(m_sorted, value) - m_sorted.begin());
    }

    void addOneByOne(std::size_t begin, std::size_t length) {
        for (std::size_t i = begin; i < begin + length; ++i) {
            const double value = m_values[i < m_values.size() ? i : i - m_values.size()];
            m_below += value < m_sorted.front() ? 1 : 0;
            if (isInside(value))
                ++m_seen[placeOf(value)];
        }
    }

    /// The value of a place in the sorted resample.
    bool valueAt(std::size_t place, double& value) const {
        if (place < m_below)
            return false;
        std::size_t left = place - m_below;
        for (std::size_t r = 0; r < m_seen.size(); ++r) {
            if (left < m_seen[r]) {
                value = m_sorted[r];
                return true;
            }
            left -= m_seen[r];
        }
        return false;
    }

    std::span<const double> m_values;
    std::size_t m_below = 0;
    std::vector<double> m_sorted;        // different values of the window, ascending
    std::vector<Block> m_blocks;         // by where they begin
    std::vector<std::uint32_t> m_inside; // places in m_sorted of the values inside, in log order, around the end
    std::vector<std::uint32_t> m_seen;   // of each different value in the resample
};

/// By how many ranks the median of a resample moves: the spread of the number of values below the middle. That number
/// is a sum over independent blocks, and every block is as likely.
double spreadOfRanks(std::span<const double> values, std::size_t length) {
    const std::size_t count = values.size();
    const double middle = median(values);
    const auto below = [&](std::size_t i) {
        return values[i < count ? i : i - count] < middle ? 1.0 : 0.0;
    };
    double sum = 0.0, total = 0.0, squares = 0.0;
    for (std::size_t i = 0; i < length; ++i)
        sum += below(i);
    for (std::size_t begin = 0; begin < count; ++begin) {
        total += sum;
        squares += sum * sum;
        sum += below(begin + length) - below(begin);
    }
    const auto n = static_cast<double>(count);
    const double variance = std::max(0.0, squares / n - (total / n) * (total / n));
    return std::sqrt(variance * n / static_cast<double>(length));
}

/// A narrow window that holds the medians of 19 in 20 resamples, twice their spread to both sides, and a wide one for
/// the others, made when it is needed and grown until it holds them. The answers do not depend on the widths.
class Windows {
  public:
    Windows(std::span<const double> values, std::size_t length)
        : m_values(values), m_length(length),
          m_halfWidth(static_cast<std::size_t>(2.0 * spreadOfRanks(values, length)) + 8),
          m_narrow(values, length, m_halfWidth) {}

    void expect(std::size_t begin) const { m_narrow.expect(begin); }

    double median(std::span<const std::uint32_t> starts, std::size_t lastLength) {
        double result = 0;
        if (m_narrow.median(starts, lastLength, result))
            return result;
        while (!m_wide || !m_wide->median(starts, lastLength, result)) {
            m_halfWidth *= 3;
            m_wide.emplace(m_values, m_length, m_halfWidth);
        }
        return result;
    }

  private:
    std::span<const double> m_values;
    std::size_t m_length, m_halfWidth;
    RankWindow m_narrow;
    std::optional<RankWindow> m_wide;
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
    Windows windows(values, length);
    UniformBelow start(seed, count);
    std::vector<std::uint32_t> starts((count + length - 1) / length);
    const std::size_t lastLength = count - (starts.size() - 1) * length;
    medians.reserve(draws);
    for (std::size_t draw = 0; draw < draws && !job.canceled(); ++draw) {
        for (std::uint32_t& begin : starts) {
            begin = static_cast<std::uint32_t>(start());
            windows.expect(begin);
        }
        medians.push_back(windows.median(starts, lastLength));
    }
    return medians;
}

} // namespace tachograph::numerics
