#include "analysis/run/runbuilder.h"

#include <algorithm>

namespace tachograph {

namespace {

constexpr std::size_t mostChangesShown = 50;

/// "key: old → new" for every setting that the later file has with another value.
std::vector<std::string> changedSettings(const Settings& before, const Settings& after) {
    std::vector<std::string> changes;
    for (const auto& [key, value] : after) {
        const auto old = before.find(key);
        if (old != before.end() && old->second != value)
            changes.push_back(key + ": " + old->second + " \u2192 " + value);
    }
    return changes;
}

/// What an importer set on a series itself, before the table of roles fills in the rest.
void copyDescription(const Series& from, Series& to) {
    to.role = from.role;
    to.sourceUnit = from.sourceUnit;
    to.scope = from.scope;
    to.averaging = from.averaging;
    to.definition = from.definition;
    to.how = from.how;
    to.printResolution = from.printResolution;
}

} // namespace

void RunBuilder::append(RunBuilder later, const std::string& fileName) {
    const auto offset = static_cast<std::uint32_t>(rowCount());
    RunData& from = later.m_data;
    const auto column = [](const std::vector<double>& values, std::size_t row) {
        return row < values.size() ? values[row] : RowInfo::none;
    };
    startAttempt("continued in " + fileName);
    for (auto& [row, reason] : later.m_marks) {
        if (row == 0)
            startAttempt("continued in " + fileName + ", " + reason);
        else
            m_marks.emplace_back(row + offset, std::move(reason));
    }
    for (std::size_t row = 0; row < from.rows.size(); ++row)
        addRow({.step = from.rows.step[row],
                .time = column(from.rows.time, row),
                .elapsed = column(from.rows.elapsed, row),
                .elapsedResolution = column(from.rows.elapsedResolution, row),
                .cut = row < from.rows.cut.size() && from.rows.cut[row] != 0,
                .place = from.rows.place[row]});
    for (const Series& series : from.series) {
        const std::uint32_t target = this->series(series.key);
        if (target == noSeries)
            continue;
        Series& known = m_data.series[target];
        if (known.values.empty() && known.missingRows.empty())
            copyDescription(series, known);
        if (!series.uncertainty.empty()) {
            known.uncertainty.resize(known.values.size(), RowInfo::none);
            known.uncertainty.insert(known.uncertainty.end(), series.uncertainty.begin(), series.uncertainty.end());
        }
        for (std::size_t i = 0; i < series.size(); ++i)
            addValue(target, series.rowOf(i) + offset, series.values[i]);
        for (const std::uint32_t row : series.missingRows)
            addMissing(target, row + offset);
    }
    const auto changes = changedSettings(m_data.config, from.config);
    for (std::size_t i = 0; i < std::min(changes.size(), mostChangesShown) && !from.rows.step.empty(); ++i) {
        Event change;
        change.kind = EventKind::config;
        change.step = from.rows.step.front();
        change.row = offset;
        change.text = changes[i];
        change.place = from.rows.place.front();
        addEvent(std::move(change));
    }
    for (Event& event : from.events) {
        // An event in front of its first row lies behind the last row so far.
        if (event.row)
            *event.row += offset;
        else if (offset > 0)
            event.row = offset - 1;
        addEvent(std::move(event));
    }
    m_data.config.insert(from.config.begin(), from.config.end());
    m_data.environment.insert(from.environment.begin(), from.environment.end());
    const std::size_t issuesNotKept = from.issues.total - from.issues.kept.size();
    for (Issue& issue : from.issues.kept) {
        issue.where += " of " + fileName;
        addIssue(std::move(issue));
    }
    m_data.issues.total += issuesNotKept;
    for (std::string& note : from.notes)
        addNote(std::move(note));
    for (SourceFile& source : from.sources)
        addSource(std::move(source));
    m_data.reading.add(from.reading);
    m_seriesRefused += later.m_seriesRefused;
    m_eventsRefused += later.m_eventsRefused;
}

} // namespace tachograph
