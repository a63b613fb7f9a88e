#include "analysis/run/derive/derivation.h"

#include "analysis/run/balancecheck.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"
#include "analysis/run/visitsteps.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace tachograph::derive {

Series make(std::string key, std::string_view role, std::string how) {
    Series series;
    series.key = std::move(key);
    series.role = role;
    series.unit = series.sourceUnit = roleInfo(role).unit;
    series.how = std::move(how);
    series.derived = true;
    series.scope = Scope::job;
    return series;
}

void append(Series& series, std::uint32_t row, double value) {
    series.rows.push_back(row);
    series.values.push_back(value);
}

void append(Series& series, std::uint32_t row, double value, double halfWidth) {
    append(series, row, value);
    series.uncertainty.push_back(halfWidth);
}

const Series* current(const Run& run, std::string_view role) {
    const Series* series = run.forRole(role);
    return series && series->averaging == Averaging::current ? series : nullptr;
}

const Series* averagedSinceStart(const Run& run, std::string_view role) {
    for (const Series& series : run.series()) {
        if (series.role != role || series.derived || series.averaging != Averaging::sinceStart)
            continue;
        const auto check = balanceCheck(run);
        return check && check->kind != RateKind::sinceStart ? nullptr : &series;
    }
    return nullptr;
}

StepTable joinSteps(const Run& run, std::span<const Series* const> series) {
    StepTable table;
    table.columns.resize(series.size());
    std::vector<StepValues> values;
    for (const Series* one : series)
        values.push_back(stepValues(run, *one, Include::all));
    if (values.empty())
        return table;
    if (std::ranges::all_of(values, [&](const StepValues& one) { return one.row == values[0].row; })) {
        table.row = std::move(values[0].row); // logged in the same rows, as a rule
        table.step = std::move(values[0].step);
        table.attempt = std::move(values[0].attempt);
        for (std::size_t i = 0; i < values.size(); ++i)
            table.columns[i] = std::move(values[i].value);
        return table;
    }
    // Steps that all have in common are usually all steps: memory is taken once.
    table.row.reserve(values[0].size());
    table.step.reserve(values[0].size());
    table.attempt.reserve(values[0].size());
    for (auto& column : table.columns)
        column.reserve(values[0].size());
    std::vector<std::size_t> at(values.size(), 0);
    for (std::size_t first = 0; first < values[0].size(); ++first) {
        const auto wanted = std::tuple(values[0].attempt[first], values[0].step[first]);
        std::uint32_t row = values[0].row[first];
        bool all = true;
        for (std::size_t i = 1; i < values.size(); ++i) {
            while (at[i] < values[i].size() && std::tuple(values[i].attempt[at[i]], values[i].step[at[i]]) < wanted)
                ++at[i];
            all = all && at[i] < values[i].size() &&
                  std::tuple(values[i].attempt[at[i]], values[i].step[at[i]]) == wanted;
            if (all)
                row = std::max(row, values[i].row[at[i]]);
        }
        if (!all)
            continue;
        at[0] = first;
        table.row.push_back(row);
        table.step.push_back(values[0].step[first]);
        table.attempt.push_back(values[0].attempt[first]);
        for (std::size_t i = 0; i < values.size(); ++i)
            table.columns[i].push_back(values[i].value[at[i]]);
    }
    return table;
}

namespace {

/// A step is whole when it has every series that at least half of the steps have. `seriesAt` counts all series of each
/// step, `stepsOf` all steps of each series.
void markWhole(const Run& run, std::span<const Series* const> series, const std::vector<std::size_t>& stepsOf,
               std::vector<std::uint32_t> seriesAt, StepSums& sums) {
    const std::size_t steps = seriesAt.size() - static_cast<std::size_t>(std::ranges::count(seriesAt, 0U));
    std::uint32_t wanted = 0;
    sums.whole.resize(seriesAt.size());
    std::ranges::transform(seriesAt, sums.whole.begin(), [](std::uint32_t count) { return count > 0 ? 1 : 0; });
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (stepsOf[i] * 2 >= steps)
            ++wanted;
        else // an unusual one is not asked for
            visitSteps(run, *series[i], Include::all, {},
                       [&](const StepValue& value) { --seriesAt[sums.stepOf[value.row]]; });
    }
    for (std::size_t step = 0; step < seriesAt.size(); ++step)
        sums.whole[step] = sums.whole[step] != 0 && seriesAt[step] == wanted ? 1 : 0;
}

} // namespace

StepSums sumPerStep(const Run& run, std::span<const Series* const> series) {
    const Rows& rows = run.rows();
    StepSums sums;
    sums.stepOf.resize(rows.size());
    std::uint32_t count = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        // Within an attempt the rows of a step are neighbours.
        const bool same = row > 0 && rows.step[row] == rows.step[row - 1] && rows.attempt[row] == rows.attempt[row - 1];
        count += same ? 0 : 1;
        sums.stepOf[row] = count - 1;
    }
    sums.sum.assign(count, 0.0);
    sums.lastRow.assign(count, 0);
    std::vector<std::uint32_t> seriesAt(count, 0);
    std::vector<std::size_t> stepsOf;
    for (const Series* one : series) {
        std::size_t& steps = stepsOf.emplace_back(0);
        visitSteps(run, *one, Include::all, {}, [&](const StepValue& value) {
            const std::uint32_t step = sums.stepOf[value.row];
            sums.sum[step] += value.value;
            sums.lastRow[step] = std::max(sums.lastRow[step], value.row);
            ++seriesAt[step];
            ++steps;
        });
    }
    markWhole(run, series, stepsOf, std::move(seriesAt), sums);
    return sums;
}

namespace {

/// Whether the wait and the generation cannot both lie within the step: in most steps they take longer than it does.
bool waitIncludesGeneration(const Run& run, const Series& wait) {
    const Series* stepTime = current(run, roles::stepTime);
    const Series* generation = current(run, roles::generationTime);
    if (!stepTime || !generation)
        return false;
    const StepTable table = joinSteps(run, std::array{stepTime, generation, &wait});
    std::size_t longer = 0;
    for (std::size_t i = 0; i < table.size(); ++i)
        longer += table.columns[1][i] + table.columns[2][i] > table.columns[0][i] ? 1 : 0;
    return longer * 2 > table.size();
}

} // namespace

std::vector<const Series*> furtherPhases(const Run& run) {
    std::vector<const Series*> phases;
    for (const Series& series : run.series()) {
        if (series.derived || series.averaging != Averaging::current)
            continue;
        if (!series.role.starts_with(roles::phasePrefix) && series.role != roles::dataWaitTime)
            continue;
        std::size_t steps = 0;
        visitSteps(run, series, Include::all, {}, [&](const StepValue&) { ++steps; });
        if (steps * 10 < run.stepCount() || (series.role == roles::dataWaitTime && waitIncludesGeneration(run, series)))
            continue;
        phases.push_back(&series);
    }
    return phases;
}

} // namespace tachograph::derive
