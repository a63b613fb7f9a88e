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

} // namespace

bool plainRows(const Rows& rows, std::span<const double> positions) {
    return positions.size() == rows.size() && !rows.attempt.empty() && rows.attempt.front() == rows.attempt.back() &&
           rows.superseded.empty() && ascendsWithoutGap(rows.step) && allFinite(positions) &&
           std::ranges::is_sorted(positions);
}

std::optional<Column> plainValues(const LaneRun& run, const Series& series, double factor) {
    const bool everyRow = run.plain && series.rows.empty() && series.size() == run.positions.size();
    if (!everyRow || !allFinite(series.values) || run.run->forKey(series.key + "__MIN"))
        return std::nullopt;
    if (series.toUnit == 1.0 && factor == 1.0)
        return Column(run.run, series.values);
    std::vector<double> values;
    values.reserve(series.size());
    for (std::size_t i = 0; i < series.size(); ++i)
        values.push_back(series.inUnit(i) * factor);
    if (!allFinite(values))
        return std::nullopt;
    return Column(std::move(values));
}

} // namespace tachograph::models
