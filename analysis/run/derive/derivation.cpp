#include "analysis/run/derive/derivation.h"

#include "analysis/run/balancecheck.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <array>
#include <tuple>

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

/// A step is whole when it has every series that at least half of the steps have.
void markWhole(StepSums& sums, const std::vector<std::uint32_t>& present,
               const std::vector<std::vector<std::uint32_t>>& stepsOf) {
    const auto steps = static_cast<std::size_t>(std::ranges::count(present, 1u));
    std::vector<std::uint32_t> usual(present.size(), 0);
    std::uint32_t wanted = 0;
    for (const auto& one : stepsOf) {
        if (one.size() * 2 < steps)
            continue;
        ++wanted;
        for (std::uint32_t step : one)
            ++usual[step];
    }
    sums.whole.resize(present.size());
    for (std::size_t step = 0; step < present.size(); ++step)
        sums.whole[step] = present[step] != 0 && usual[step] == wanted ? 1 : 0;
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
    std::vector<std::uint32_t> present(count, 0);
    std::vector<std::vector<std::uint32_t>> stepsOf;
    for (const Series* one : series) {
        const StepValues values = stepValues(run, *one, Include::all);
        std::vector<std::uint32_t>& steps = stepsOf.emplace_back();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::uint32_t step = sums.stepOf[values.row[i]];
            sums.sum[step] += values.value[i];
            sums.lastRow[step] = std::max(sums.lastRow[step], values.row[i]);
            present[step] = 1;
            steps.push_back(step);
        }
    }
    markWhole(sums, present, stepsOf);
    return sums;
}

std::vector<const Series*> furtherPhases(const Run& run) {
    std::vector<const Series*> phases;
    for (const Series& series : run.series()) {
        if (series.derived || series.averaging != Averaging::current)
            continue;
        if (!series.role.starts_with(roles::phasePrefix) && series.role != roles::dataWaitTime)
            continue;
        if (stepValues(run, series, Include::all).size() * 10 >= run.stepCount())
            phases.push_back(&series);
    }
    return phases;
}

} // namespace tachograph::derive
