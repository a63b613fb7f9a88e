#include "analysis/comparison/printed.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

std::optional<PrintedPair> pairOf(const std::optional<PrintedValue>& a, const std::optional<PrintedValue>& b) {
    if (!a || !b)
        return std::nullopt;
    const double effect = a->value != 0.0 ? b->value / a->value - 1.0 : std::numeric_limits<double>::quiet_NaN();
    return PrintedPair{a->value, b->value, effect, a->step, b->step, a->distance, b->distance};
}

/// The value printed at a distance from the start of the attempt that `near` belongs to.
std::optional<PrintedValue> atDistance(const Run& run, const Series& series, const PrintedValue& near,
                                       std::int64_t distance) {
    const auto value = printedValue(run, series, near.step - near.distance + distance);
    return value && value->distance == distance ? value : std::nullopt;
}

} // namespace

const Series* averageSinceStart(const Run& run, std::string_view role) {
    const auto found = std::ranges::find_if(run.series(), [role](const Series& series) {
        return series.role == role && series.averaging == Averaging::sinceStart;
    });
    return found == run.series().end() ? nullptr : &*found;
}

std::optional<PrintedValue> printedValue(const Run& run, const Series& series, std::int64_t step) {
    std::optional<PrintedValue> last;
    const Rows& rows = run.rows();
    for (std::size_t i = 0; i < series.size(); ++i) {
        const std::uint32_t row = series.rowOf(i);
        const std::int64_t at = rows.step[row];
        if (rows.isSuperseded(row) || at > step || !std::isfinite(series.values[i]) || (last && at <= last->step))
            continue;
        last = {series.inUnit(i), at, at - run.attempts()[rows.attempt[row]].firstStep};
    }
    return last;
}

std::optional<PrintedFigures> printedFigures(const Run& a, const Run& b, std::string_view role, std::int64_t stepA,
                                             std::int64_t stepB) {
    const Series *x = averageSinceStart(a, role), *y = averageSinceStart(b, role);
    if (!x || !y)
        return std::nullopt;
    const auto valueA = printedValue(a, *x, stepA), valueB = printedValue(b, *y, stepB);
    const auto quoted = pairOf(valueA, valueB);
    if (!quoted)
        return std::nullopt;
    PrintedFigures figures{*quoted, std::nullopt};
    const std::int64_t distance = std::min(valueA->distance, valueB->distance);
    figures.equalDistance = pairOf(atDistance(a, *x, *valueA, distance), atDistance(b, *y, *valueB, distance));
    return figures;
}

} // namespace tachograph
