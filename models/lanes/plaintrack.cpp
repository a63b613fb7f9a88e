#include "models/lanes/plaintrack.h"

#include "models/lanes/tracks.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tachograph::models {

namespace {

/// Ascending, the widest distance at most mostSpacings times the narrowest: see tracksOf().
bool ascendsWithoutGap(const std::vector<std::int64_t>& steps) {
    if (steps.size() < 2)
        return false;
    double narrowest = std::numeric_limits<double>::infinity(), widest = 0.0;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const double spacing = static_cast<double>(steps[i]) - static_cast<double>(steps[i - 1]);
        narrowest = std::min(narrowest, spacing);
        widest = std::max(widest, spacing);
    }
    return narrowest > 0.0 && widest <= mostSpacings * narrowest;
}

bool everyRowToTheLast(const Series& series, std::size_t rows) {
    if (series.rows.empty())
        return series.size() == rows;
    for (std::size_t i = 0; i < series.rows.size(); ++i)
        if (series.rows[i] != series.rows[0] + i)
            return false;
    return series.rows.back() + std::size_t{1} == rows;
}

/// Not one that was put together for a lane and is gone when that is built.
bool belongsTo(const Run& run, const Series& series) {
    return std::ranges::any_of(run.series(), [&series](const Series& own) { return &own == &series; });
}

} // namespace

bool plainRows(const Rows& rows, std::span<const double> positions) {
    return positions.size() == rows.size() && !rows.attempt.empty() && rows.attempt.front() == rows.attempt.back() &&
           rows.superseded.empty() && ascendsWithoutGap(rows.step) && allFinite(positions) &&
           std::ranges::is_sorted(positions);
}

std::optional<PlainTrack> plainTrack(const LaneRun& run, const Series& series, double factor) {
    if (!run.plain || series.size() < 2 || !everyRowToTheLast(series, run.positions.size()) ||
        !allFinite(series.values) || run.run->forKey(series.key + "__MIN"))
        return std::nullopt;
    const Column x = run.positions.from(series.rowOf(0));
    if (series.toUnit == 1.0 && factor == 1.0 && belongsTo(*run.run, series))
        return PlainTrack{x, Column(run.run, series.values)};
    std::vector<double> values;
    values.reserve(series.size());
    for (std::size_t i = 0; i < series.size(); ++i)
        values.push_back(series.inUnit(i) * factor);
    if (!allFinite(values))
        return std::nullopt;
    return PlainTrack{x, Column(std::move(values))};
}

} // namespace tachograph::models
