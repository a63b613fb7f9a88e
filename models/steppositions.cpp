#include "models/steppositions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph::models {

StepPositions::StepPositions(const Run& run, std::span<const double> positions) {
    const Rows& rows = run.rows();
    for (std::size_t row = 0; row < positions.size(); ++row)
        if (!rows.isSuperseded(row) && std::isfinite(positions[row]))
            m_places.push_back({static_cast<double>(rows.step[row]), positions[row], positions[row]});
    std::ranges::stable_sort(m_places, {}, &Place::step);
    std::size_t kept = 0;
    for (const Place& place : m_places) {
        if (kept > 0 && m_places[kept - 1].step == place.step)
            m_places[kept - 1].last = place.last;
        else
            m_places[kept++] = place;
    }
    m_places.resize(kept);
}

double StepPositions::of(double step) const {
    const auto above = std::ranges::lower_bound(m_places, step, {}, &Place::step);
    if (above != m_places.end() && above->step == step)
        return above->last;
    if (above == m_places.end() || above == m_places.begin() || std::isnan(step))
        return std::numeric_limits<double>::quiet_NaN();
    const auto below = above - 1;
    return below->last + (above->first - below->last) * (step - below->step) / (above->step - below->step);
}

double StepPositions::nearest(double step) const {
    if (m_places.empty())
        return std::numeric_limits<double>::quiet_NaN();
    if (step <= m_places.front().step)
        return m_places.front().last;
    return step >= m_places.back().step ? m_places.back().last : of(step);
}

double StepPositions::stepAt(double place) const {
    double best = std::numeric_limits<double>::infinity(), step = std::numeric_limits<double>::quiet_NaN();
    for (const Place& candidate : m_places) {
        const double distance = std::min(std::abs(candidate.last - place), std::abs(candidate.first - place));
        if (distance < best) {
            best = distance;
            step = candidate.step;
        }
    }
    return step;
}

} // namespace tachograph::models
