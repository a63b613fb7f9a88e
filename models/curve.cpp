#include "models/curve.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tachograph::models {
namespace {

/// Finite points only, with a flag where the line is broken before a point. Summaries of every `blockSize` points let a
/// request skip through crowded columns: its cost is about columns x blockSize + points / blockSize.
class PointCurve final : public CurveSource {
  public:
    PointCurve(const std::vector<double>& x, const std::vector<double>& y);

    Edges columns(double xMin, double xMax, std::size_t count, std::vector<PixelColumn>& out) const override;
    [[nodiscard]] std::optional<std::pair<double, double>> nearest(double x) const override;
    [[nodiscard]] std::optional<std::pair<double, double>> xRange() const override;
    [[nodiscard]] std::optional<std::pair<double, double>> yRange(double xMin, double xMax) const override;
    [[nodiscard]] Beyond beyond(double xMin, double xMax, double low, double high) const override;
    [[nodiscard]] std::size_t size() const override { return m_x.size(); }

  private:
    static constexpr std::size_t blockSize = 64;

    struct Summary {
        double low = std::numeric_limits<double>::infinity();
        double high = -std::numeric_limits<double>::infinity();
        bool gap = false; ///< a break lies before one of the points
        void add(double y, bool gapBefore) {
            low = std::min(low, y);
            high = std::max(high, y);
            gap = gap || gapBefore;
        }
        void add(const Summary& other) {
            low = std::min(low, other.low);
            high = std::max(high, other.high);
            gap = gap || other.gap;
        }
    };

    void append(double x, double y, bool gapBefore);
    /// Of the points begin .. end-1.
    [[nodiscard]] Summary summary(std::size_t begin, std::size_t end) const;
    /// Index of the first point with an x not below `x`, searched from `from` on.
    [[nodiscard]] std::size_t firstNotBelow(double x, std::size_t from = 0) const;
    /// Index of the first point with an x above `x`.
    [[nodiscard]] std::size_t firstAbove(double x) const;
    [[nodiscard]] PixelColumn column(std::size_t begin, std::size_t end) const;

    std::vector<double> m_x, m_y;
    std::vector<unsigned char> m_gap; ///< 1: the line is broken before this point
    std::vector<Summary> m_blocks;
    bool m_gapAtEnd = false; ///< a break follows the last point
};

PointCurve::PointCurve(const std::vector<double>& x, const std::vector<double>& y) {
    const std::size_t count = std::min(x.size(), y.size());
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t(0));
    const auto placed =
        std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return std::isfinite(x[i]); });
    order.erase(placed, order.end());
    const auto below = [&](std::size_t a, std::size_t b) {
        return x[a] < x[b];
    };
    if (!std::is_sorted(order.begin(), order.end(), below))
        std::stable_sort(order.begin(), order.end(), below);

    m_x.reserve(order.size());
    m_y.reserve(order.size());
    m_gap.reserve(order.size());
    bool gap = false;
    for (const std::size_t i : order) {
        if (std::isfinite(y[i]))
            append(x[i], y[i], std::exchange(gap, false));
        else
            gap = true;
    }
    m_gapAtEnd = gap;
}

void PointCurve::append(double x, double y, bool gapBefore) {
    if (m_x.size() % blockSize == 0)
        m_blocks.emplace_back();
    m_blocks.back().add(y, gapBefore);
    m_x.push_back(x);
    m_y.push_back(y);
    m_gap.push_back(gapBefore ? 1 : 0);
}

PointCurve::Summary PointCurve::summary(std::size_t begin, std::size_t end) const {
    Summary all;
    while (begin < end) {
        if (begin % blockSize == 0 && begin + blockSize <= end) {
            all.add(m_blocks[begin / blockSize]);
            begin += blockSize;
        } else {
            all.add(m_y[begin], m_gap[begin] != 0);
            ++begin;
        }
    }
    return all;
}

std::size_t PointCurve::firstNotBelow(double x, std::size_t from) const {
    const auto begin = m_x.begin() + static_cast<std::ptrdiff_t>(from);
    return static_cast<std::size_t>(std::lower_bound(begin, m_x.end(), x) - m_x.begin());
}

std::size_t PointCurve::firstAbove(double x) const {
    return static_cast<std::size_t>(std::upper_bound(m_x.begin(), m_x.end(), x) - m_x.begin());
}

PixelColumn PointCurve::column(std::size_t begin, std::size_t end) const {
    const Summary rest = summary(begin + 1, end);
    PixelColumn answer;
    answer.first = m_y[begin];
    answer.last = m_y[end - 1];
    answer.low = std::min(answer.first, rest.low);
    answer.high = std::max(answer.first, rest.high);
    answer.count = end - begin;
    answer.gapBefore = m_gap[begin] != 0;
    answer.gapInside = rest.gap;
    return answer;
}

CurveSource::Edges PointCurve::columns(double xMin, double xMax, std::size_t count,
                                       std::vector<PixelColumn>& out) const {
    out.assign(count, PixelColumn{});
    Edges edges;
    if (m_x.empty() || count == 0 || !(xMin < xMax))
        return edges;
    const std::size_t viewBegin = firstNotBelow(xMin);
    const std::size_t viewEnd = firstNotBelow(xMax, viewBegin);
    const double width = (xMax - xMin) / static_cast<double>(count);
    for (std::size_t begin = viewBegin; begin < viewEnd;) {
        // The column comes from the point, not the point from the column: empty columns cost nothing.
        const double position = std::floor((m_x[begin] - xMin) / width);
        const auto index = static_cast<std::size_t>(std::clamp(position, 0.0, static_cast<double>(count - 1)));
        std::size_t end = viewEnd;
        if (index + 1 < count)
            end = std::min(viewEnd, firstNotBelow(xMin + width * static_cast<double>(index + 1), begin));
        end = std::max(end, begin + 1);
        if (out[index].count == 0) {
            out[index] = column(begin, end);
        } else { // rounding put the point before a column's edge: it joins the column it is drawn in
            const PixelColumn more = column(begin, end);
            out[index].low = std::min(out[index].low, more.low);
            out[index].high = std::max(out[index].high, more.high);
            out[index].last = more.last;
            out[index].count += more.count;
            out[index].gapInside = out[index].gapInside || more.gapBefore || more.gapInside;
        }
        begin = end;
    }
    if (viewBegin > 0)
        edges.before = {m_x[viewBegin - 1], m_y[viewBegin - 1]};
    if (viewEnd < m_x.size()) {
        edges.after = {m_x[viewEnd], m_y[viewEnd]};
        edges.gapAfter = m_gap[viewEnd] != 0;
    } else {
        edges.gapAfter = m_gapAtEnd;
    }
    return edges;
}

std::optional<std::pair<double, double>> PointCurve::nearest(double x) const {
    if (m_x.empty() || !std::isfinite(x))
        return std::nullopt;
    std::size_t index = firstNotBelow(x);
    if (index == m_x.size() || (index > 0 && x - m_x[index - 1] < m_x[index] - x))
        --index;
    return std::pair(m_x[index], m_y[index]);
}

std::optional<std::pair<double, double>> PointCurve::xRange() const {
    if (m_x.empty())
        return std::nullopt;
    return std::pair(m_x.front(), m_x.back());
}

std::optional<std::pair<double, double>> PointCurve::yRange(double xMin, double xMax) const {
    if (!(xMin <= xMax))
        return std::nullopt;
    const std::size_t begin = firstNotBelow(xMin);
    const std::size_t end = firstAbove(xMax);
    if (begin >= end)
        return std::nullopt;
    const Summary all = summary(begin, end);
    return std::pair(all.low, all.high);
}

CurveSource::Beyond PointCurve::beyond(double xMin, double xMax, double low, double high) const {
    Beyond answer;
    if (!(xMin <= xMax))
        return answer;
    const std::size_t end = firstAbove(xMax);
    for (std::size_t i = firstNotBelow(xMin); i < end;) {
        if (i % blockSize == 0 && i + blockSize <= end) {
            const Summary& block = m_blocks[i / blockSize];
            if (block.low >= low && block.high <= high) {
                i += blockSize;
                continue;
            }
        }
        answer.above += m_y[i] > high ? 1 : 0;
        answer.below += m_y[i] < low ? 1 : 0;
        ++i;
    }
    return answer;
}

} // namespace

CurvePtr makeCurve(std::vector<double> x, std::vector<double> y) {
    return std::make_shared<const PointCurve>(x, y);
}

} // namespace tachograph::models
