#include "analysis/run/run.h"

#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

namespace tachograph {

Run::Run(RunData data) : m_data(std::move(data)) {
    const auto& steps = m_data.rows.step;
    if (steps.empty())
        return;
    const auto [least, most] = std::ranges::minmax_element(steps);
    m_firstStep = *least;
    m_lastStep = *most;
    const bool ascending =
        std::ranges::adjacent_find(steps, [](std::int64_t a, std::int64_t b) { return a > b; }) == steps.end();
    if (ascending) {
        m_stepCount = 1;
        for (std::size_t i = 1; i < steps.size(); ++i)
            m_stepCount += steps[i] != steps[i - 1] ? 1 : 0;
    } else {
        m_stepCount = std::unordered_set<std::int64_t>(steps.begin(), steps.end()).size();
    }
}

const Series* Run::forRole(std::string_view role) const {
    const Series* best = nullptr;
    auto rank = [](const Series& s) {
        return (s.averaging == Averaging::current ? 2 : 0) + (s.derived ? 0 : 1);
    };
    for (const Series& series : m_data.series)
        if (series.role == role && (!best || rank(series) > rank(*best)))
            best = &series;
    return best;
}

const Series* Run::forKey(std::string_view key) const {
    const auto found = std::ranges::find(m_data.series, key, &Series::key);
    return found == m_data.series.end() ? nullptr : &*found;
}

SeriesFigures Run::figures(const Series& series) const {
    SeriesFigures figures;
    std::vector<double> finite;
    finite.reserve(series.size());
    const auto cutRows = static_cast<std::size_t>(std::ranges::count(m_data.rows.cut, 1));
    const bool leaveCutOut = cutRows < m_data.rows.size(); // a few pasted lines may all be cut
    std::size_t counted = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (leaveCutOut && m_data.rows.isCut(series.rowOf(i)))
            continue;
        ++counted;
        if (!std::isfinite(series.values[i]))
            continue;
        const std::int64_t step = m_data.rows.step[series.rowOf(i)];
        if (finite.empty())
            figures.firstStep = step;
        figures.lastStep = step;
        finite.push_back(series.values[i]);
    }
    figures.finite = finite.size();
    figures.nonfinite = counted - finite.size();
    // Rows without the key count as missing; a key twice in a row does not make up for another row.
    std::size_t rowsWithValue = 0;
    for (std::size_t i = 0; i < series.size(); ++i)
        if (!leaveCutOut || !m_data.rows.isCut(series.rowOf(i)))
            rowsWithValue += i == 0 || series.rowOf(i) != series.rowOf(i - 1) ? 1 : 0;
    figures.missing = m_data.rows.size() - (leaveCutOut ? cutRows : 0) - rowsWithValue;
    if (finite.empty()) {
        figures.median = figures.early = figures.late = std::numeric_limits<double>::quiet_NaN();
        return figures;
    }
    const std::size_t fifth = std::max<std::size_t>(1, finite.size() / 5);
    figures.early = numerics::median(std::span(finite).first(fifth));
    figures.late = numerics::median(std::span(finite).last(fifth));
    figures.median = numerics::median(finite);
    return figures;
}

const char* eventKindName(EventKind kind) {
    switch (kind) {
    case EventKind::checkpoint:
        return "checkpoint";
    case EventKind::resume:
        return "resume";
    case EventKind::evaluation:
        return "evaluation";
    case EventKind::oom:
        return "oom";
    case EventKind::exception:
        return "exception";
    case EventKind::config:
        return "config";
    case EventKind::exit:
        return "exit";
    case EventKind::note:
        break;
    }
    return "note";
}

} // namespace tachograph
