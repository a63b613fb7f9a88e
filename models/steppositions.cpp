#include "models/steppositions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph::models {

StepPositions::StepPositions(const Run& run, std::span<const double> positions) {
    const Rows& rows = run.rows();
    for (std::size_t row = 0; row < positions.size(); ++row)
        if (!rows.isSuperseded(row) && std::isfinite(positions[row]))
            m_places.emplace_back(static_cast<double>(rows.step[row]), positions[row]);
    std::ranges::stable_sort(m_places, {}, &std::pair<double, double>::first);
    // Of the rows of a step the last one stays.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_places.size(); ++i)
        if (i + 1 == m_places.size() || m_places[i + 1].first != m_places[i].first)
            m_places[kept++] = m_places[i];
    m_places.resize(kept);
}

double StepPositions::of(double step) const {
    const auto above = std::ranges::lower_bound(m_places, step, {}, &std::pair<double, double>::first);
    if (above != m_places.end() && above->first == step)
        return above->second;
    if (above == m_places.end() || above == m_places.begin() || std::isnan(step))
        return std::numeric_limits<double>::quiet_NaN();
    const auto below = above - 1;
    return below->second + (above->second - below->second) * (step - below->first) / (above->first - below->first);
}

double StepPositions::nearest(double step) const {
    if (m_places.empty())
        return std::numeric_limits<double>::quiet_NaN();
    if (step <= m_places.front().first)
        return m_places.front().second;
    return step >= m_places.back().first ? m_places.back().second : of(step);
}

} // namespace tachograph::models
