#include "analysis/run/stepvalues.h"

#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/visitsteps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tachograph {

namespace {

/// The values of a series at rows that ascend, in the unit of `like`; NaN where it has none.
std::vector<double> valuesAt(const Series& series, const std::vector<std::uint32_t>& rows, const Series& like) {
    std::vector<double> values;
    values.reserve(rows.size());
    std::size_t i = 0;
    for (const std::uint32_t row : rows) {
        while (i < series.size() && series.rowOf(i) < row)
            ++i;
        const bool there = i < series.size() && series.rowOf(i) == row;
        values.push_back(there ? series.values[i] * like.toUnit : std::numeric_limits<double>::quiet_NaN());
    }
    return values;
}

/// A sampled export records the range of what it left out beside each value: "loss__MIN" and "loss__MAX" of "loss".
void addRecordedRange(const Run& run, const Series& series, StepValues& result) {
    const Series* low = run.forKey(series.key + "__MIN");
    const Series* high = run.forKey(series.key + "__MAX");
    if (!low || !high)
        return;
    result.low = valuesAt(*low, result.row, series);
    result.high = valuesAt(*high, result.row, series);
}

/// Whether every row is a step of its own and has a value: then the columns of the run are the answer.
bool isOneRowAStep(const Rows& rows, const Series& series) {
    return series.rows.empty() && series.size() == rows.size() && rows.superseded.empty() &&
           std::ranges::adjacent_find(rows.step) == rows.step.end();
}

StepValues columnsOf(const Rows& rows, const Series& series, Include include) {
    StepValues result;
    result.step = rows.step;
    result.attempt = rows.attempt;
    result.row.resize(rows.size());
    std::iota(result.row.begin(), result.row.end(), std::uint32_t{0});
    result.value.resize(rows.size());
    std::ranges::transform(series.values, result.value.begin(), [&](double logged) {
        const double value = logged * series.toUnit;
        return std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
    });
    if (include == Include::all)
        result.superseded.assign(rows.size(), 0);
    return result;
}

} // namespace

void summarizeTicks(std::span<const double> ticks, RepeatRule rule, StepValue& step) {
    std::vector<double> finite;
    for (const double tick : ticks)
        if (std::isfinite(tick))
            finite.push_back(tick);
    if (finite.empty()) {
        step.value = step.low = step.high = std::numeric_limits<double>::quiet_NaN();
        return;
    }
    const auto [low, high] = std::ranges::minmax(finite);
    step.low = low;
    step.high = high;
    step.value = rule == RepeatRule::last ? finite.back() : numerics::median(finite);
}

StepValues stepValues(const Run& run, const Series& series, Include include, const Job& job) {
    const Rows& rows = run.rows();
    StepValues result;
    if (isOneRowAStep(rows, series)) {
        result = columnsOf(rows, series, include);
        addRecordedRange(run, series, result);
        return result;
    }
    result.value.reserve(series.size());
    result.step.reserve(series.size());
    result.row.reserve(series.size());
    result.attempt.reserve(series.size());
    bool repeats = false;
    visitSteps(run, series, include, job, [&](const StepValue& step) {
        if (step.severalTicks && !repeats) { // from here on there is a range; so far it was the value
            repeats = true;
            result.low = result.high = result.value;
        }
        result.step.push_back(step.step);
        result.value.push_back(step.value);
        if (repeats) {
            result.low.push_back(step.low);
            result.high.push_back(step.high);
        }
        result.row.push_back(step.row);
        result.attempt.push_back(step.attempt);
        if (include == Include::all)
            result.superseded.push_back(rows.isSuperseded(step.row) ? 1 : 0);
    });
    if (!repeats)
        addRecordedRange(run, series, result);
    return result;
}

} // namespace tachograph
