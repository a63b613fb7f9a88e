#include "analysis/run/runbuilder.h"

#include "analysis/run/derivedseries.h"
#include "analysis/run/roles.h"
#include "analysis/run/rowcolumns.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

namespace tachograph {

namespace {

/// Appends to a column that stays empty until the first row that has a value.
void appendToColumn(std::vector<double>& column, std::size_t rowsBefore, double value) {
    if (column.empty() && std::isnan(value))
        return;
    column.resize(rowsBefore, RowInfo::none);
    column.push_back(value);
}

} // namespace

RunBuilder::RunBuilder(std::string name, std::string path, std::string format) {
    m_data.name = std::move(name);
    m_data.path = std::move(path);
    m_data.format = std::move(format);
}

std::uint32_t RunBuilder::addRow(const RowInfo& info) {
    Rows& rows = m_data.rows;
    const std::size_t before = rows.size();
    rows.step.push_back(info.step);
    rows.place.push_back(info.place);
    if (info.cut) {
        rows.cut.resize(before + 1, 0);
        rows.cut.back() = 1;
    }
    appendToColumn(rows.time, before, info.time);
    appendToColumn(rows.elapsed, before, info.elapsed);
    appendToColumn(rows.elapsedResolution, before, info.elapsedResolution);
    return static_cast<std::uint32_t>(before);
}

void RunBuilder::expectRows(std::size_t rows, std::size_t series) {
    m_expectedRows = rows;
    m_expectedValues = rows * series;
    m_data.rows.step.reserve(rows);
    m_data.rows.place.reserve(rows);
}

std::uint32_t RunBuilder::addRows(const RowColumns& added) {
    Rows& rows = m_data.rows;
    const std::size_t before = rows.size();
    rows.step.insert(rows.step.end(), added.step.begin(), added.step.end());
    rows.place.resize(rows.step.size());
    std::iota(rows.place.begin() + static_cast<std::ptrdiff_t>(before), rows.place.end(), added.firstPlace);
    const auto append = [&](std::vector<double>& column, std::span<const double> values) {
        if (values.empty())
            return;
        column.reserve(std::max(column.capacity(), m_expectedRows));
        column.resize(before, RowInfo::none);
        column.insert(column.end(), values.begin(), values.end());
    };
    append(rows.time, added.time);
    append(rows.elapsed, added.elapsed);
    return static_cast<std::uint32_t>(before);
}

void RunBuilder::startAttempt(std::string reason) {
    const auto row = static_cast<std::uint32_t>(rowCount());
    if (!m_marks.empty() && m_marks.back().first == row)
        m_marks.back().second = std::move(reason);
    else
        m_marks.emplace_back(row, std::move(reason));
}

std::uint32_t RunBuilder::series(std::string_view key) {
    thread_local std::string asked; // console readers ask for every value: no allocation then
    asked.assign(key);
    const auto found = m_seriesByKey.find(asked);
    if (found != m_seriesByKey.end())
        return found->second;
    if (m_data.series.size() >= mostSeries) {
        ++m_seriesRefused;
        return noSeries;
    }
    const auto index = static_cast<std::uint32_t>(m_data.series.size());
    m_data.series.emplace_back();
    m_data.series.back().key = std::string(key);
    m_seriesByKey.emplace(std::string(key), index);
    return index;
}

void RunBuilder::addValue(std::uint32_t series, std::uint32_t row, double value) {
    if (series == noSeries)
        return;
    Series& target = m_data.series[series];
    if (target.rows.empty() && row != target.values.size())
        nameRows(target);
    if (!target.rows.empty() || row != target.values.size())
        target.rows.push_back(row);
    target.values.push_back(value);
}

/// While value i belongs to row i the row list stays empty: a full series costs 8 bytes a value.
void RunBuilder::nameRows(Series& series) {
    series.rows.resize(series.values.size());
    std::iota(series.rows.begin(), series.rows.end(), std::uint32_t{0});
}

void RunBuilder::addValues(std::uint32_t series, std::uint32_t firstRow, std::span<const double> values) {
    if (series == noSeries || values.empty())
        return;
    Series& target = m_data.series[series];
    if (target.values.empty() && m_expectedValues >= m_expectedRows) {
        target.values.reserve(m_expectedRows);
        m_expectedValues -= m_expectedRows;
    }
    if (target.rows.empty() && firstRow != target.values.size())
        nameRows(target);
    if (!target.rows.empty() || firstRow != target.values.size()) {
        const std::size_t before = target.rows.size();
        target.rows.resize(before + values.size());
        std::iota(target.rows.begin() + static_cast<std::ptrdiff_t>(before), target.rows.end(), firstRow);
    }
    target.values.insert(target.values.end(), values.begin(), values.end());
}

void RunBuilder::addMissing(std::uint32_t series, std::uint32_t row) {
    if (series != noSeries)
        m_data.series[series].missingRows.push_back(row);
}

void RunBuilder::addEvent(Event event) {
    if (m_data.events.size() >= mostEvents) {
        ++m_eventsRefused;
        return;
    }
    if (!event.row && rowCount() > 0)
        event.row = static_cast<std::uint32_t>(rowCount() - 1);
    if (!event.step) {
        event.stepLogged = false;
        if (event.row)
            event.step = m_data.rows.step[*event.row];
    }
    m_data.events.push_back(std::move(event));
}

void RunBuilder::addIssue(Issue issue) {
    ++m_data.issues.total;
    if (m_data.issues.kept.size() < Issues::most)
        m_data.issues.kept.push_back(std::move(issue));
}

void RunBuilder::addLineIssue(std::uint64_t line, std::string text, std::string_view excerpt) {
    addIssue({line, "line " + std::to_string(line), std::move(text), std::string(excerpt.substr(0, 120))});
}

void RunBuilder::addNote(std::string note) {
    if (std::ranges::find(m_data.notes, note) == m_data.notes.end())
        m_data.notes.push_back(std::move(note));
}

/// A step smaller than the one before starts a new attempt, and so does an explicit mark.
void RunBuilder::findAttempts() {
    Rows& rows = m_data.rows;
    rows.attempt.assign(rows.size(), 0);
    auto mark = m_marks.begin();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        std::string reason;
        while (mark != m_marks.end() && mark->first <= row)
            reason = (mark++)->second;
        if (row == 0) {
            reason = "start of the recording";
        } else if (rows.step[row] < rows.step[row - 1]) {
            const std::string back =
                "step goes back from " + std::to_string(rows.step[row - 1]) + " to " + std::to_string(rows.step[row]);
            reason = reason.empty() ? back : reason + ", " + back;
        }
        if (!reason.empty()) {
            if (!m_data.attempts.empty())
                m_data.attempts.back().endRow = static_cast<std::uint32_t>(row);
            Attempt attempt;
            attempt.firstRow = static_cast<std::uint32_t>(row);
            attempt.firstStep = attempt.lastStep = rows.step[row];
            attempt.reason = std::move(reason);
            m_data.attempts.push_back(std::move(attempt));
        }
        Attempt& attempt = m_data.attempts.back();
        attempt.endRow = static_cast<std::uint32_t>(row + 1);
        // Steps ascend within an attempt, so a step differs from all before it when it differs from the last one.
        attempt.steps += attempt.firstRow == row || rows.step[row] != rows.step[row - 1] ? 1 : 0;
        attempt.lastStep = std::max(attempt.lastStep, rows.step[row]);
        rows.attempt[row] = static_cast<std::uint32_t>(m_data.attempts.size() - 1);
    }
}

/// A row is superseded when a later attempt has the same step: the last attempt of a step is the current one.
void RunBuilder::markSuperseded() {
    Rows& rows = m_data.rows;
    if (m_data.attempts.size() < 2)
        return;
    std::unordered_map<std::int64_t, std::uint32_t> lastAttempt;
    lastAttempt.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row)
        lastAttempt[rows.step[row]] = rows.attempt[row];
    std::vector<std::uint8_t> superseded(rows.size(), 0);
    bool any = false;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (lastAttempt[rows.step[row]] == rows.attempt[row])
            continue;
        superseded[row] = 1;
        any = true;
        ++m_data.attempts[rows.attempt[row]].supersededRows;
    }
    if (any)
        rows.superseded = std::move(superseded);
}

/// Unit, scope and role of every series that has none yet by the table. The priorities of all.
std::vector<int> RunBuilder::describeSeries(const MetricRoles& roles) {
    std::vector<int> priorities(m_data.series.size(), 0);
    for (std::size_t i = m_settled; i < m_data.series.size(); ++i) {
        Series& series = m_data.series[i];
        const auto entry = roles.find(series.key, m_data.format);
        if (!entry)
            continue;
        if (series.role.empty())
            series.role = entry->role;
        if (series.sourceUnit.empty())
            series.sourceUnit = entry->unit;
        if (series.scope == Scope::unknown)
            series.scope = entry->scope;
        if (entry->averaging == Averaging::sinceStart)
            series.averaging = Averaging::sinceStart;
        if (series.definition.empty())
            series.definition = entry->definition;
        priorities[i] = entry->priority;
    }
    m_settled = m_data.series.size();
    return priorities;
}

/// Of several series with one role the one of the highest priority takes it, the others stay series without a role.
/// Averages since the start and current values are two things.
void RunBuilder::settleRoles(const MetricRoles& roles) {
    struct Claim {
        std::size_t series = 0;
        int priority = 0;
    };
    const std::vector<int> priorities = describeSeries(roles);
    std::unordered_map<std::string, Claim> taken;
    for (std::size_t i = 0; i < m_data.series.size(); ++i) {
        Series& series = m_data.series[i];
        series.unit = series.sourceUnit;
        if (series.role.empty())
            continue;
        const std::string wanted = roleInfo(series.role).unit;
        if (series.sourceUnit.empty())
            series.sourceUnit = wanted;
        const auto factor = unitFactor(series.sourceUnit, wanted);
        if (!factor) {
            addIssue({0,
                      series.key,
                      "Its unit " + series.sourceUnit + " does not fit " + series.role +
                          "; it is kept as a series without a role.",
                      {}});
            series.role.clear();
            continue;
        }
        series.unit = wanted;
        series.toUnit = *factor;
        const std::string claimKey = series.role + (series.averaging == Averaging::sinceStart ? "\n" : "");
        const auto [claim, fresh] = taken.try_emplace(claimKey, Claim{i, priorities[i]});
        if (fresh)
            continue;
        const bool wins = priorities[i] > claim->second.priority;
        Series& loser = wins ? m_data.series[claim->second.series] : series;
        loser.role.clear();
        loser.unit = loser.sourceUnit;
        loser.toUnit = 1.0;
        if (wins)
            claim->second = {i, priorities[i]};
    }
}

std::shared_ptr<const Run> RunBuilder::build(const MetricRoles& roles, const Job& job) {
    if (m_seriesRefused > 0)
        addIssue({0,
                  "whole recording",
                  "It has more than " + std::to_string(mostSeries) + " series; the further ones were left out.",
                  {}});
    if (m_eventsRefused > 0)
        addIssue({0,
                  "whole recording",
                  std::to_string(m_eventsRefused) + " events over the bound of " + std::to_string(mostEvents) +
                      " were left out.",
                  {}});
    Rows& rows = m_data.rows;
    for (auto* column : {&rows.time, &rows.elapsed, &rows.elapsedResolution})
        if (!column->empty())
            column->resize(rows.size(), RowInfo::none);
    if (!rows.cut.empty())
        rows.cut.resize(rows.size(), 0);
    findAttempts();
    markSuperseded();
    settleRoles(roles);
    for (Series& series : m_data.series)
        if (series.source.empty() && !m_data.sources.empty())
            series.source = m_data.sources.front().name;
    addDerivedSeries(m_data, job);
    m_seriesByKey.clear();
    m_marks.clear();
    return std::make_shared<const Run>(std::move(m_data));
}

} // namespace tachograph
