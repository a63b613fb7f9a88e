#include "analysis/importers/runsplit.h"

#include <algorithm>

namespace tachograph {

namespace {

/// The usual distance between the steps of consecutive rows; 1 when no step goes forward.
std::int64_t usualSpacing(std::span<const std::int64_t> steps) {
    std::vector<std::int64_t> forward;
    for (std::size_t i = 1; i < steps.size(); ++i)
        if (steps[i] > steps[i - 1])
            forward.push_back(steps[i] - steps[i - 1]);
    if (forward.empty())
        return 1;
    const auto middle = forward.begin() + static_cast<std::ptrdiff_t>(forward.size() / 2);
    std::ranges::nth_element(forward, middle);
    return *middle;
}

} // namespace

void RunSplit::addRow(const RowFacts& row) {
    const auto index = static_cast<std::uint32_t>(m_steps.size());
    const bool back = !m_steps.empty() && row.step < m_steps.back();
    if (m_segments.empty() || back)
        m_segments.push_back({index, 0, 0, row.resumes});
    if (row.repeatsRowBefore)
        m_repeats.push_back(index);
    m_steps.push_back(row.step);
}

void RunSplit::useSeries(std::uint32_t series) {
    if (m_lastSegment.size() <= series)
        m_lastSegment.resize(series + 1, 0);
    const auto current = static_cast<std::uint32_t>(m_segments.size());
    if (m_lastSegment[series] == current)
        return;
    Segment& segment = m_segments.back();
    ++segment.series;
    segment.shared += m_lastSegment[series] + 1 == current && current > 1 ? 1 : 0;
    m_lastSegment[series] = current;
}

std::vector<std::uint32_t> RunSplit::starts() const {
    std::vector<std::uint32_t> result;
    // A trainer that logs every tenth step begins with step 10, one that logs every step with 0 or 1.
    const std::int64_t beginning = usualSpacing(m_steps);
    bool fromTheBeginning = false;
    for (std::size_t i = 1; i < m_segments.size(); ++i) {
        const Segment& segment = m_segments[i];
        if (segment.resumes)
            continue;
        const bool first = m_steps[segment.firstRow] <= beginning;
        const bool foreign = segment.shared * 2 < std::min(segment.series, m_segments[i - 1].series);
        fromTheBeginning = fromTheBeginning || first;
        if (first || foreign)
            result.push_back(segment.firstRow);
    }
    if (fromTheBeginning)
        result.insert(result.end(), m_repeats.begin(), m_repeats.end());
    std::ranges::sort(result);
    return result;
}

} // namespace tachograph
