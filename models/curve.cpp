#include "models/curve.h"

#include "models/neighboursearch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace tachograph::models {
namespace {

/// Finite points only, with the places where the line is broken before a point. A pyramid of lowest and highest values
/// over them (blocks of 64 points, 16 blocks in each block of the next level) lets a request skip through crowded
/// columns: its cost is about columns x some dozen blocks, however many points there are.
class PointCurve final : public CurveSource {
  public:
    PointCurve(Column x, Column y);

    Edges columns(double xMin, double xMax, std::size_t count, std::vector<PixelColumn>& out) const override;
    [[nodiscard]] std::optional<std::pair<double, double>> nearest(double x) const override;
    [[nodiscard]] std::optional<std::pair<double, double>> xRange() const override;
    [[nodiscard]] std::optional<std::pair<double, double>> yRange(double xMin, double xMax) const override;
    [[nodiscard]] Beyond beyond(double xMin, double xMax, double low, double high) const override;
    [[nodiscard]] std::vector<std::pair<double, double>> points(double xMin, double xMax) const override;
    [[nodiscard]] std::size_t size() const override { return m_x.size(); }

  private:
    static constexpr unsigned blockShift = 6, blocksShift = 4;
    static constexpr std::size_t blockSize = 1 << blockShift, blocksInBlock = 1 << blocksShift;
    /// Columns of this many blocks and more begin and end at blocks: at most a sixteenth of a pixel off.
    static constexpr std::size_t snapFrom = 16;

    struct Extent {
        double low = std::numeric_limits<double>::infinity();
        double high = -std::numeric_limits<double>::infinity();
        void add(double y) {
            low = std::min(low, y);
            high = std::max(high, y);
        }
        void add(const Extent& other) {
            low = std::min(low, other.low);
            high = std::max(high, other.high);
        }
        void add(std::span<const double> values);
    };

    struct Ends { ///< y of the first and last point
        double first = 0, last = 0;
    };

    static void sortPoints(std::vector<double>& x, std::vector<double>& y);
    void takeBreaksOut(std::vector<double>& x, std::vector<double>& y);
    void buildPyramid();
    /// Of the points begin .. end-1.
    [[nodiscard]] Extent extent(std::size_t begin, std::size_t end) const;
    /// The highest level with a block that begins at point `begin` and ends at `end` or before; -1 when there is none.
    [[nodiscard]] int levelAt(std::size_t begin, std::size_t end) const;
    /// The number of points in a block of a level is 2 to the power of this; 0 for -1.
    static constexpr unsigned shiftOf(int level) {
        return level < 0 ? 0U : blockShift + blocksShift * static_cast<unsigned>(level);
    }
    /// Whether the line is broken before one of the points begin .. end-1.
    [[nodiscard]] bool brokenBefore(std::size_t begin, std::size_t end) const;
    /// Index of the first point with an x not below `x`.
    [[nodiscard]] std::size_t firstNotBelow(double x) const;
    /// Index of the first point with an x above `x`.
    [[nodiscard]] std::size_t firstAbove(double x) const;
    /// The same from point `from` on, looked for around point `guess`; with `snaps` the first such beginning of a
    /// block.
    [[nodiscard]] std::size_t firstNotBelow(double x, std::size_t from, std::size_t guess, bool snaps) const;
    [[nodiscard]] PixelColumn column(std::size_t begin, std::size_t end) const;
    /// Has what lies around a point brought near, since memory takes longer than what is done with it.
    void prefetch(std::size_t point, bool snaps) const;

    Column m_x, m_y;                            ///< finite, in the order of x
    std::vector<std::size_t> m_breaks;          ///< points before which the line is broken, ascending
    std::vector<double> m_blockX;               ///< x of the first point of each block
    std::vector<Ends> m_blockEnds;              ///< of whole blocks: close together, where those of all points are not
    std::vector<std::vector<Extent>> m_pyramid; ///< level by level, whole blocks only
    bool m_gapAtEnd = false;                    ///< a break follows the last point
};

/// Four at a time: one after the other each would wait for the one before.
void PointCurve::Extent::add(std::span<const double> values) {
    constexpr std::size_t lanes = 4;
    std::array<Extent, lanes> each;
    std::size_t i = 0;
    for (; i + lanes <= values.size(); i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            each[lane].add(values[i + lane]);
    for (; i < values.size(); ++i)
        add(values[i]);
    for (const Extent& part : each)
        add(part);
}

PointCurve::PointCurve(Column x, Column y) {
    const bool drawnAsTheyAre = x.size() == y.size() && allFinite(x) && allFinite(y) && std::ranges::is_sorted(x);
    if (drawnAsTheyAre) {
        m_x = std::move(x);
        m_y = std::move(y);
    } else {
        const auto count = static_cast<std::ptrdiff_t>(std::min(x.size(), y.size()));
        std::vector<double> places(x.begin(), x.begin() + count), values(y.begin(), y.begin() + count);
        sortPoints(places, values);
        takeBreaksOut(places, values);
        m_x = Column(std::move(places));
        m_y = Column(std::move(values));
    }
    buildPyramid();
}

/// Points without a place are left out, the others put in order when they are not.
void PointCurve::sortPoints(std::vector<double>& x, std::vector<double>& y) {
    if (allFinite(x) && std::ranges::is_sorted(x))
        return;
    std::vector<std::size_t> order(x.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::erase_if(order, [&x](std::size_t i) { return !std::isfinite(x[i]); });
    std::ranges::stable_sort(order, {}, [&x](std::size_t i) { return x[i]; });
    for (auto* values : {&x, &y}) {
        std::vector<double> sorted;
        sorted.reserve(order.size());
        for (const std::size_t i : order)
            sorted.push_back((*values)[i]);
        *values = std::move(sorted);
    }
}

/// Points that are not finite become breaks before the next one.
void PointCurve::takeBreaksOut(std::vector<double>& x, std::vector<double>& y) {
    std::size_t kept = 0;
    bool gap = false;
    for (std::size_t i = 0; i < y.size(); ++i) {
        if (!std::isfinite(y[i])) {
            gap = true;
            continue;
        }
        if (std::exchange(gap, false))
            m_breaks.push_back(kept);
        x[kept] = x[i];
        y[kept++] = y[i];
    }
    m_gapAtEnd = gap;
    x.resize(kept);
    y.resize(kept);
}

void PointCurve::buildPyramid() {
    std::vector<Extent> blocks(m_y.size() / blockSize);
    for (std::size_t block = 0; block < blocks.size(); ++block)
        blocks[block].add(std::span(m_y.begin(), m_y.end()).subspan(block * blockSize, blockSize));
    for (std::size_t i = 0; i < m_x.size(); i += blockSize)
        m_blockX.push_back(m_x[i]);
    for (std::size_t i = 0; i + blockSize <= m_y.size(); i += blockSize)
        m_blockEnds.push_back({m_y[i], m_y[i + blockSize - 1]});
    while (!blocks.empty()) {
        std::vector<Extent> above(blocks.size() / blocksInBlock);
        for (std::size_t i = 0; i < above.size() * blocksInBlock; ++i)
            above[i / blocksInBlock].add(blocks[i]);
        m_pyramid.push_back(std::exchange(blocks, std::move(above)));
    }
}

int PointCurve::levelAt(std::size_t begin, std::size_t end) const {
    int level = -1;
    for (std::size_t next = blockSize; level + 1 < static_cast<int>(m_pyramid.size()); next <<= blocksShift) {
        if ((begin & (next - 1)) != 0 || next > end - begin)
            break;
        ++level;
    }
    return level;
}

PointCurve::Extent PointCurve::extent(std::size_t begin, std::size_t end) const {
    Extent all;
    const auto addPoints = [&](std::size_t from, std::size_t to) {
        all.add(std::span(m_y.begin(), m_y.end()).subspan(from, to - from));
    };
    std::size_t first = (begin + blockSize - 1) / blockSize, last = end / blockSize; // whole blocks
    if (first >= last) {
        addPoints(begin, end);
        return all;
    }
    addPoints(begin, first * blockSize);
    addPoints(last * blockSize, end);
    for (std::size_t level = 0;; ++level) {
        const auto addBlocks = [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i)
                all.add(m_pyramid[level][i]);
        };
        const std::size_t firstAbove = (first + blocksInBlock - 1) / blocksInBlock, lastAbove = last / blocksInBlock;
        if (firstAbove >= lastAbove) {
            addBlocks(first, last);
            return all;
        }
        addBlocks(first, firstAbove * blocksInBlock);
        addBlocks(lastAbove * blocksInBlock, last);
        first = firstAbove;
        last = lastAbove;
    }
}

bool PointCurve::brokenBefore(std::size_t begin, std::size_t end) const {
    const auto next = std::ranges::lower_bound(m_breaks, begin);
    return next != m_breaks.end() && *next < end;
}

std::size_t PointCurve::firstNotBelow(double x) const {
    // The block first: its stamps lie close together, those of all points do not.
    const auto block =
        static_cast<std::size_t>(std::lower_bound(m_blockX.begin(), m_blockX.end(), x) - m_blockX.begin());
    const auto first = m_x.begin() + static_cast<std::ptrdiff_t>(block > 0 ? (block - 1) * blockSize : 0);
    const auto last = m_x.begin() + static_cast<std::ptrdiff_t>(std::min(m_x.size(), block * blockSize));
    return static_cast<std::size_t>(std::lower_bound(first, last, x) - m_x.begin());
}

std::size_t PointCurve::firstAbove(double x) const {
    return static_cast<std::size_t>(std::upper_bound(m_x.begin(), m_x.end(), x) - m_x.begin());
}

std::size_t PointCurve::firstNotBelow(double x, std::size_t from, std::size_t guess, bool snaps) const {
    if (!snaps)
        return searchAround(m_x, x, from, guess);
    const std::size_t block = searchAround(m_blockX, x, (from + blockSize - 1) / blockSize, guess / blockSize);
    return std::min(m_x.size(), block * blockSize);
}

[[gnu::always_inline]] inline void PointCurve::prefetch(std::size_t point, bool snaps) const {
    if (snaps) {
        const std::size_t block = point >> blockShift;
        bring<1>(m_blockX, block);
        bring<1>(m_blockEnds, block);
        bring<blocksInBlock>(m_pyramid.front(), block & ~(blocksInBlock - 1));
    } else {
        bring<1>(m_x, point);
        bring<blockSize>(m_y, point & ~(blockSize - 1));
    }
}

PixelColumn PointCurve::column(std::size_t begin, std::size_t end) const {
    const Extent all = extent(begin, end);
    PixelColumn answer;
    const bool fromBlock = begin % blockSize == 0 && end - begin >= blockSize;
    const bool toBlock = end % blockSize == 0 && end - begin >= blockSize;
    answer.first = fromBlock ? m_blockEnds[begin / blockSize].first : m_y[begin];
    answer.last = toBlock ? m_blockEnds[end / blockSize - 1].last : m_y[end - 1];
    answer.low = all.low;
    answer.high = all.high;
    answer.count = end - begin;
    answer.gapBefore = brokenBefore(begin, begin + 1);
    answer.gapInside = brokenBefore(begin + 1, end);
    return answer;
}

CurveSource::Edges PointCurve::columns(double xMin, double xMax, std::size_t count,
                                       std::vector<PixelColumn>& out) const {
    out.assign(count, PixelColumn{});
    Edges edges;
    if (m_x.empty() || count == 0 || !(xMin < xMax))
        return edges;
    const std::size_t viewBegin = firstNotBelow(xMin);
    const std::size_t viewEnd = std::max(viewBegin, firstNotBelow(xMax));
    const double width = (xMax - xMin) / static_cast<double>(count);
    const bool snaps = (viewEnd - viewBegin) / count >= snapFrom * blockSize;
    std::size_t before = 1; // points in the column before: most have as many
    for (std::size_t begin = viewBegin; begin < viewEnd;) {
        // The column comes from the point, not the point from the column: empty columns cost nothing.
        const double x = begin % blockSize == 0 ? m_blockX[begin / blockSize] : m_x[begin];
        const double position = std::floor((x - xMin) / width);
        const auto index = static_cast<std::size_t>(std::clamp(position, 0.0, static_cast<double>(count - 1)));
        std::size_t end = viewEnd;
        if (index + 1 < count) {
            const double edge = xMin + width * static_cast<double>(index + 1);
            end = std::min(viewEnd, firstNotBelow(edge, begin, begin + before, snaps));
        }
        end = std::max(end, begin + 1);
        before = end - begin;
        prefetch(end + before, snaps); // where the next one ends
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
        edges.gapAfter = brokenBefore(viewEnd, viewEnd + 1);
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
    const Extent all = extent(begin, end);
    return std::pair(all.low, all.high);
}

CurveSource::Beyond PointCurve::beyond(double xMin, double xMax, double low, double high) const {
    Beyond answer;
    if (!(xMin <= xMax))
        return answer;
    const std::size_t end = firstAbove(xMax);
    for (std::size_t i = firstNotBelow(xMin), size = 1; i < end; i += size) {
        // The largest block that lies on one side, or the point itself.
        int level = levelAt(i, end);
        for (; level >= 0; --level) {
            const Extent& block = m_pyramid[static_cast<std::size_t>(level)][i >> shiftOf(level)];
            if (block.low > high || block.high < low || (block.low >= low && block.high <= high))
                break;
        }
        size = std::size_t{1} << shiftOf(level);
        const double y = m_y[i]; // stands for its block
        answer.above += y > high ? size : 0;
        answer.below += y < low ? size : 0;
    }
    return answer;
}

std::vector<std::pair<double, double>> PointCurve::points(double xMin, double xMax) const {
    std::vector<std::pair<double, double>> answer;
    if (!(xMin <= xMax))
        return answer;
    const std::size_t begin = firstNotBelow(xMin), end = firstAbove(xMax);
    answer.reserve(end > begin ? end - begin : 0);
    for (std::size_t i = begin; i < end; ++i)
        answer.emplace_back(m_x[i], m_y[i]);
    return answer;
}

} // namespace

CurvePtr makeCurve(std::vector<double> x, std::vector<double> y) {
    return curveOver(Column(std::move(x)), Column(std::move(y)));
}

CurvePtr curveOver(Column x, Column y) {
    return std::make_shared<const PointCurve>(std::move(x), std::move(y));
}

} // namespace tachograph::models
