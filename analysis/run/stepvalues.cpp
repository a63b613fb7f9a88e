#include "analysis/run/stepvalues.h"

#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

struct Tick {
    std::int64_t step = 0;
    std::uint32_t attempt = 0, row = 0;
    double value = 0;
};

/// One value for the ticks of one step in one attempt, and their range.
struct Summary {
    double value = 0, low = 0, high = 0;
};

Summary summarize(std::span<const Tick> ticks, RepeatRule rule) {
    std::vector<double> finite;
    for (const Tick& tick : ticks)
        if (std::isfinite(tick.value))
            finite.push_back(tick.value);
    if (finite.empty()) {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        return {nan, nan, nan};
    }
    const auto [low, high] = std::ranges::minmax(finite);
    return {rule == RepeatRule::last ? finite.back() : numerics::median(finite), low, high};
}

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

} // namespace

StepValues stepValues(const Run& run, const Series& series, Include include, const Job& job) {
    const Rows& rows = run.rows();
    StepValues result;
    result.value.reserve(series.size());
    result.step.reserve(series.size());
    result.row.reserve(series.size());
    result.attempt.reserve(series.size());
    bool repeats = false;
    std::vector<Tick> ticks;
    auto flush = [&] {
        if (ticks.empty())
            return;
        const Summary summary = ticks.size() == 1 && std::isfinite(ticks.front().value)
                                    ? Summary{ticks.front().value, ticks.front().value, ticks.front().value}
                                    : summarize(ticks, run.repeatRule());
        if (ticks.size() > 1 && !repeats) { // from here on there is a range; so far it was the value
            repeats = true;
            result.low = result.high = result.value;
        }
        result.step.push_back(ticks.back().step);
        result.value.push_back(summary.value);
        if (repeats) {
            result.low.push_back(summary.low);
            result.high.push_back(summary.high);
        }
        result.row.push_back(ticks.back().row);
        result.attempt.push_back(ticks.back().attempt);
        if (include == Include::all)
            result.superseded.push_back(rows.isSuperseded(ticks.back().row) ? 1 : 0);
        ticks.clear();
    };
    constexpr std::size_t askEvery = 65'536;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (i % askEvery == 0 && job.canceled())
            break;
        const std::uint32_t row = series.rowOf(i);
        if (include == Include::current && rows.isSuperseded(row))
            continue;
        const Tick tick{rows.step[row], rows.attempt[row], row, series.inUnit(i)};
        if (!ticks.empty() && (ticks.back().step != tick.step || ticks.back().attempt != tick.attempt))
            flush();
        ticks.push_back(tick);
    }
    flush();
    if (!repeats)
        addRecordedRange(run, series, result);
    return result;
}

} // namespace tachograph
