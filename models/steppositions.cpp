#include "models/steppositions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace tachograph::models {

namespace {

struct Place {
    double step = 0, first = 0, last = 0;
};

/// Every row is the only one of its step, they come in order, and all have a place: the rule for a run in one piece.
bool isPlain(const Rows& rows, const Column& positions) {
    return rows.superseded.empty() && positions.size() == rows.size() &&
           std::ranges::adjacent_find(rows.step, std::greater_equal<>()) == rows.step.end() && allFinite(positions);
}

/// The steps of all rows; `positions` itself when the axis is that of the steps.
Column stepsOf(const Rows& rows, const Column& positions) {
    const auto asDouble = [](std::int64_t step) {
        return static_cast<double>(step);
    };
    if (std::ranges::equal(rows.step, positions, {}, asDouble))
        return positions;
    std::vector<double> steps(rows.size());
    std::ranges::transform(rows.step, steps.begin(), asDouble);
    return Column(std::move(steps));
}

} // namespace

StepPositions::StepPositions(const Run& run, const Column& positions) {
    if (isPlain(run.rows(), positions)) {
        m_step = stepsOf(run.rows(), positions);
        m_first = m_last = positions;
    } else {
        sortRows(run, positions);
    }
}

void StepPositions::sortRows(const Run& run, const Column& positions) {
    const Rows& rows = run.rows();
    std::vector<Place> places;
    places.reserve(positions.size());
    for (std::size_t row = 0; row < positions.size(); ++row)
        if (!rows.isSuperseded(row) && std::isfinite(positions[row]))
            places.push_back({static_cast<double>(rows.step[row]), positions[row], positions[row]});
    std::ranges::stable_sort(places, {}, &Place::step);
    std::vector<double> step, first, last;
    for (const Place& place : places) {
        if (!step.empty() && step.back() == place.step) {
            last.back() = place.last;
            continue;
        }
        step.push_back(place.step);
        first.push_back(place.first);
        last.push_back(place.last);
    }
    m_step = Column(std::move(step));
    m_first = Column(std::move(first));
    m_last = Column(std::move(last));
}

double StepPositions::of(double step) const {
    const auto found = std::ranges::lower_bound(m_step, step);
    const auto above = static_cast<std::size_t>(found - m_step.begin());
    if (above < m_step.size() && m_step[above] == step)
        return m_last[above];
    if (above == m_step.size() || above == 0 || std::isnan(step))
        return std::numeric_limits<double>::quiet_NaN();
    const std::size_t below = above - 1;
    return m_last[below] + (m_first[above] - m_last[below]) * (step - m_step[below]) / (m_step[above] - m_step[below]);
}

double StepPositions::nearest(double step) const {
    if (m_step.empty())
        return std::numeric_limits<double>::quiet_NaN();
    if (step <= m_step.front())
        return m_last.front();
    return step >= m_step.back() ? m_last.back() : of(step);
}

double StepPositions::stepAt(double place) const {
    double best = std::numeric_limits<double>::infinity(), step = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < m_step.size(); ++i) {
        const double distance = std::min(std::abs(m_last[i] - place), std::abs(m_first[i] - place));
        if (distance < best) {
            best = distance;
            step = m_step[i];
        }
    }
    return step;
}

} // namespace tachograph::models
