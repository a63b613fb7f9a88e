#include "analysis/importers/pointrows.h"

#include <algorithm>
#include <numeric>

namespace tachograph {

namespace {

/// Beyond this the recording goes back at nearly every value, and only explicit marks still start attempts.
constexpr std::size_t mostWork = 20'000'000;
constexpr std::size_t mostPoints = 0xFFFFFFF0u;

} // namespace

void PointRows::add(const Point& point) {
    if (point.series != RunBuilder::noSeries && m_points.size() < mostPoints)
        m_points.push_back(point);
}

void PointRows::startAttempt(std::string reason) {
    if (!m_starts.empty() && m_starts.back().first == m_points.size())
        m_starts.back().second = std::move(reason);
    else
        m_starts.emplace_back(m_points.size(), std::move(reason));
}

/// Whether more series go back from here than go on, of those that were beyond the step of this point.
bool PointRows::goesBackAsAWhole(std::size_t index, std::size_t attempt, const std::vector<Last>& last) {
    if (m_pointsOfSeries.empty()) {
        m_pointsOfSeries.resize(last.size());
        for (std::size_t i = 0; i < m_points.size(); ++i)
            m_pointsOfSeries[m_points[i].series].push_back(static_cast<std::uint32_t>(i));
    }
    const Point& point = m_points[index];
    std::size_t back = 1, on = 0;
    m_work += last.size();
    for (std::size_t series = 0; series < last.size(); ++series) {
        if (series == point.series || last[series].attempt != attempt || last[series].step <= point.step)
            continue;
        const auto& own = m_pointsOfSeries[series];
        const auto next = std::ranges::upper_bound(own, static_cast<std::uint32_t>(index));
        if (next != own.end())
            ++(m_points[*next].step <= last[series].step ? back : on);
    }
    if (back <= on)
        m_cyclic.insert(point.series);
    // Where nobody else tells, a series that went back alone before does so again.
    return back > on && (back > 1 || !m_cyclic.contains(point.series));
}

void PointRows::findRestarts(std::size_t seriesCount, const Job& job) {
    std::vector<Last> last(seriesCount);
    std::vector<std::pair<std::size_t, std::string>> all;
    std::size_t attempt = 1;
    auto mark = m_starts.begin();
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        if (i % 4096 == 0 && job.canceled())
            return;
        const Point& point = m_points[i];
        const Last& before = last[point.series];
        if (mark != m_starts.end() && mark->first == i) {
            all.push_back(std::move(*mark++));
            ++attempt;
        } else if (before.attempt == attempt && point.step < before.step && m_work < mostWork &&
                   goesBackAsAWhole(i, attempt, last)) {
            all.emplace_back(i, std::string());
            ++attempt;
        }
        last[point.series] = {point.step, attempt};
    }
    m_starts = std::move(all);
    m_pointsOfSeries.clear();
}

/// All points of one step, in log order.
void PointRows::addStep(RunBuilder& builder, std::span<const std::uint32_t> points) {
    std::vector<std::uint32_t> rows;
    for (const std::uint32_t index : points) {
        const Point& point = m_points[index];
        const std::uint32_t repeat = m_used[point.series]++;
        if (repeat == rows.size()) {
            RowInfo info;
            info.step = point.step;
            info.time = point.time;
            info.place = point.place;
            rows.push_back(builder.addRow(info));
        }
        builder.addValue(point.series, rows[repeat], point.value);
        m_rowOf[index] = rows[repeat];
    }
    for (const std::uint32_t index : points)
        m_used[m_points[index].series] = 0;
}

/// The points [begin, end) as rows with ascending steps.
void PointRows::addSegment(RunBuilder& builder, std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> order(end - begin);
    std::iota(order.begin(), order.end(), static_cast<std::uint32_t>(begin));
    const auto stepOf = [this](std::uint32_t index) {
        return m_points[index].step;
    };
    if (!std::ranges::is_sorted(order, {}, stepOf))
        std::ranges::stable_sort(order, {}, stepOf);
    std::size_t from = 0;
    for (std::size_t i = 1; i <= order.size(); ++i) {
        if (i < order.size() && stepOf(order[i]) == stepOf(order[from]))
            continue;
        addStep(builder, std::span(order).subspan(from, i - from));
        from = i;
    }
}

bool PointRows::finish(RunBuilder& builder, const Job& job) {
    findRestarts(builder.seriesCount(), job);
    m_rowOf.assign(m_points.size(), 0);
    m_used.assign(builder.seriesCount(), 0);
    std::size_t begin = 0;
    for (std::size_t n = 0; n <= m_starts.size(); ++n) {
        if (job.canceled())
            return false;
        const std::size_t end = n < m_starts.size() ? m_starts[n].first : m_points.size();
        addSegment(builder, begin, end);
        if (n < m_starts.size() && !m_starts[n].second.empty() && builder.rowCount() > 0)
            builder.startAttempt(m_starts[n].second);
        begin = end;
    }
    return true;
}

} // namespace tachograph
