#include "analysis/comparison/printed.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

using Values = std::vector<PrintedValue>;

PrintedPair pairOf(const PrintedValue& a, const PrintedValue& b) {
    PrintedPair pair;
    pair.a = a.value;
    pair.b = b.value;
    pair.effect = a.value != 0.0 ? b.value / a.value - 1.0 : std::numeric_limits<double>::quiet_NaN();
    pair.stepA = a.step;
    pair.stepB = b.step;
    pair.distanceA = a.distance;
    pair.distanceB = b.distance;
    pair.sameSinceA = a.sameSince;
    pair.sameSinceB = b.sameSince;
    return pair;
}

const PrintedValue* lastUpTo(const Values& values, std::int64_t step) {
    const auto after = std::ranges::upper_bound(values, step, {}, &PrintedValue::step);
    return after == values.begin() ? nullptr : &*std::prev(after);
}

/// The value printed at a distance from the start of the attempt that `near` belongs to.
const PrintedValue* atDistance(const Values& values, const PrintedValue& near, std::int64_t distance) {
    const PrintedValue* value = lastUpTo(values, near.step - near.distance + distance);
    return value && value->distance == distance ? value : nullptr;
}

} // namespace

const Series* averageSinceStart(const Run& run, std::string_view role) {
    const auto found = std::ranges::find_if(run.series(), [role](const Series& series) {
        return series.role == role && series.averaging == Averaging::sinceStart;
    });
    return found == run.series().end() ? nullptr : &*found;
}

Values printedValues(const Run& run, const Series& series) {
    Values values;
    const Rows& rows = run.rows();
    for (std::size_t i = 0; i < series.size(); ++i) {
        const std::uint32_t row = series.rowOf(i);
        const std::int64_t step = rows.step[row];
        if (rows.isSuperseded(row) || !std::isfinite(series.values[i]) ||
            (!values.empty() && step <= values.back().step))
            continue;
        const double value = series.inUnit(i);
        const bool same = !values.empty() && values.back().value == value;
        values.push_back({value, step, step - run.attempts()[rows.attempt[row]].firstStep,
                          same ? values.back().sameSince : step, row});
    }
    return values;
}

std::optional<PrintedValue> printedValue(const Run& run, const Series& series, std::int64_t step) {
    const Values values = printedValues(run, series);
    const PrintedValue* value = lastUpTo(values, step);
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<PrintedFigures> printedFigures(const Run& a, const Run& b, std::string_view role, std::int64_t stepA,
                                             std::int64_t stepB) {
    const Series *x = averageSinceStart(a, role), *y = averageSinceStart(b, role);
    if (!x || !y)
        return std::nullopt;
    const Values valuesA = printedValues(a, *x), valuesB = printedValues(b, *y);
    const PrintedValue *lastA = lastUpTo(valuesA, stepA), *lastB = lastUpTo(valuesB, stepB);
    if (!lastA || !lastB)
        return std::nullopt;
    PrintedFigures figures{pairOf(*lastA, *lastB), std::nullopt, 0, 0};
    const std::int64_t most = std::min(lastA->distance, lastB->distance);
    if (const auto* equalA = atDistance(valuesA, *lastA, most), *equalB = atDistance(valuesB, *lastB, most);
        equalA && equalB)
        figures.equalDistance = pairOf(*equalA, *equalB);
    for (const PrintedValue& value : valuesB) {
        const bool sameAttempt = value.step - value.distance == lastB->step - lastB->distance;
        const PrintedValue* other = sameAttempt && value.distance >= 1 && value.distance <= most
                                        ? atDistance(valuesA, *lastA, value.distance)
                                        : nullptr;
        if (!other || other->value == value.value)
            continue;
        ++figures.distances;
        figures.lower += value.value < other->value ? 1 : 0;
    }
    return figures;
}

} // namespace tachograph
