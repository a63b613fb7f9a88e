#include "analysis/run/rowplan.h"
#include "analysis/run/runbuilder.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tachograph {

namespace {

/// A column of the first recording at its new rows; NaN elsewhere. Empty stays empty.
std::vector<double> spread(const std::vector<double>& column, const RowPlan& plan) {
    if (column.empty())
        return {};
    std::vector<double> all(plan.count, RowInfo::none);
    for (std::size_t row = 0; row < std::min(column.size(), plan.mine.size()); ++row)
        all[plan.mine[row]] = column[row];
    return all;
}

/// Fills the rows of `column` that have no value with those of the second recording, less `ahead`.
void fillFrom(std::vector<double>& column, const std::vector<double>& theirs, double ahead, const RowPlan& plan) {
    if (theirs.empty())
        return;
    column.resize(plan.count, RowInfo::none);
    for (std::size_t row = 0; row < std::min(theirs.size(), plan.theirs.size()); ++row)
        if (plan.theirs[row] != RowPlan::none && std::isnan(column[plan.theirs[row]]))
            column[plan.theirs[row]] = theirs[row] - ahead;
}

/// The values of a series at other rows, in the order of these; those without a place are left out.
void moveRows(Series& series, const std::vector<std::uint32_t>& newRow) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < series.size(); ++i)
        if (newRow[series.rowOf(i)] != RowPlan::none)
            order.push_back(i);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return newRow[series.rowOf(i)]; });
    Series moved;
    for (const std::size_t i : order) {
        moved.values.push_back(series.values[i]);
        moved.rows.push_back(newRow[series.rowOf(i)]);
        if (!series.uncertainty.empty())
            moved.uncertainty.push_back(series.uncertainty[i]);
    }
    for (const std::uint32_t row : series.missingRows)
        if (newRow[row] != RowPlan::none)
            moved.missingRows.push_back(newRow[row]);
    std::ranges::sort(moved.missingRows);
    std::uint32_t place = 0;
    if (std::ranges::all_of(moved.rows, [&place](std::uint32_t row) { return row == place++; }))
        moved.rows.clear();
    series.values = std::move(moved.values);
    series.rows = std::move(moved.rows);
    series.uncertainty = std::move(moved.uncertainty);
    series.missingRows = std::move(moved.missingRows);
}

bool isOncePerStep(EventKind kind) {
    return kind == EventKind::checkpoint || kind == EventKind::evaluation || kind == EventKind::resume;
}

} // namespace

void RunBuilder::joinRows(const Rows& theirs, const RowPlan& plan) {
    Rows& mine = m_data.rows;
    Rows rows;
    rows.step.resize(plan.count, 0);
    rows.place.resize(plan.count, 0);
    rows.cut.resize(plan.count, 0);
    for (std::size_t row = 0; plan.theirRowsAreSteps && row < plan.theirs.size(); ++row) {
        if (plan.theirs[row] == RowPlan::none)
            continue;
        rows.step[plan.theirs[row]] = theirs.step[row];
        rows.place[plan.theirs[row]] = theirs.place[row];
        rows.cut[plan.theirs[row]] = theirs.cut.size() > row ? theirs.cut[row] : 0;
    }
    for (std::size_t row = 0; row < plan.mine.size(); ++row) {
        rows.step[plan.mine[row]] = mine.step[row];
        rows.place[plan.mine[row]] = mine.place[row];
        rows.cut[plan.mine[row]] = mine.cut.size() > row ? mine.cut[row] : 0;
    }
    if (std::ranges::none_of(rows.cut, [](std::uint8_t cut) { return cut != 0; }))
        rows.cut.clear();
    rows.time = spread(mine.time, plan);
    rows.elapsed = spread(mine.elapsed, plan);
    rows.elapsedResolution = spread(mine.elapsedResolution, plan);
    if (plan.theirRowsAreSteps) {
        if (rows.time.empty() || !std::isnan(plan.clockAhead))
            fillFrom(rows.time, theirs.time, rows.time.empty() ? 0.0 : plan.clockAhead, plan);
        // Two processes count from two moments: never mixed.
        if (rows.elapsed.empty()) {
            fillFrom(rows.elapsed, theirs.elapsed, 0.0, plan);
            fillFrom(rows.elapsedResolution, theirs.elapsedResolution, 0.0, plan);
        }
    }
    mine = std::move(rows);
}

void RunBuilder::joinSeries(std::vector<Series> theirs, const RowPlan& plan, const std::string& fileName) {
    for (Series& series : m_data.series) {
        moveRows(series, plan.mine);
        if (series.source.empty() && !m_data.sources.empty())
            series.source = m_data.sources.front().name;
    }
    for (Series& series : theirs) {
        std::string key = series.key;
        for (int n = 1; m_seriesByKey.contains(key); ++n)
            key = series.key + " (" + fileName + (n > 1 ? " " + std::to_string(n) : "") + ")";
        const std::uint32_t target = this->series(key);
        if (target == noSeries)
            continue;
        moveRows(series, plan.theirs);
        series.key = std::move(key);
        if (series.source.empty())
            series.source = fileName;
        m_data.series[target] = std::move(series);
    }
    m_settled = m_data.series.size();
}

std::size_t RunBuilder::joinEvents(std::vector<Event> theirs, const RowPlan& plan) {
    std::size_t merged = 0;
    for (Event& event : m_data.events)
        if (event.row)
            event.row = plan.mine[*event.row];
    const std::size_t own = m_data.events.size();
    for (Event& event : theirs) {
        // Behind the last row before it that has a place.
        while (event.row && plan.theirs[*event.row] == RowPlan::none)
            event.row = *event.row > 0 ? std::optional(*event.row - 1) : std::nullopt;
        if (event.row)
            event.row = plan.theirs[*event.row];
        if (!event.stepLogged)
            event.step = event.row ? std::optional(m_data.rows.step[*event.row]) : std::nullopt;
        if (event.time && !std::isnan(plan.clockAhead))
            *event.time -= plan.clockAhead;
        const auto end = m_data.events.begin() + static_cast<std::ptrdiff_t>(own);
        const auto same = std::find_if(m_data.events.begin(), end, [&event](const Event& known) {
            return known.kind == event.kind && known.step && known.step == event.step;
        });
        if (isOncePerStep(event.kind) && same != end) {
            ++merged;
            if (!same->durationSeconds)
                same->durationSeconds = event.durationSeconds;
            continue;
        }
        if (m_data.events.size() < mostEvents)
            m_data.events.push_back(std::move(event));
        else
            ++m_eventsRefused;
    }
    std::ranges::stable_sort(m_data.events, [](const Event& a, const Event& b) {
        return a.row.has_value() != b.row.has_value() ? !a.row.has_value() : a.row < b.row;
    });
    return merged;
}

void RunBuilder::joinMarks(const std::vector<std::pair<std::uint32_t, std::string>>& theirs, const RowPlan& plan) {
    const auto newPlace = [&plan](const std::vector<std::uint32_t>& newRow, std::uint32_t row) {
        return row < newRow.size() ? newRow[row] : static_cast<std::uint32_t>(plan.count);
    };
    for (auto& [row, reason] : m_marks)
        row = newPlace(plan.mine, row);
    for (const auto& [row, reason] : theirs) {
        const std::uint32_t place = newPlace(plan.theirs, row);
        const bool known = std::ranges::any_of(m_marks, [place](const auto& mark) { return mark.first == place; });
        if (plan.theirRowsAreSteps && place != RowPlan::none && !known)
            m_marks.emplace_back(place, reason);
    }
    std::ranges::stable_sort(m_marks, {}, &std::pair<std::uint32_t, std::string>::first);
}

std::size_t RunBuilder::join(RunBuilder other, const RowPlan& plan, const std::string& fileName) {
    RunData& from = other.m_data;
    joinRows(from.rows, plan);
    joinSeries(std::move(from.series), plan, fileName);
    joinMarks(other.m_marks, plan);
    const std::size_t merged = joinEvents(std::move(from.events), plan);
    m_data.config.insert(from.config.begin(), from.config.end());
    m_data.environment.insert(from.environment.begin(), from.environment.end());
    const std::size_t issuesNotKept = from.issues.total - from.issues.kept.size();
    for (Issue& issue : from.issues.kept) {
        issue.where += " of " + fileName;
        addIssue(std::move(issue));
    }
    m_data.issues.total += issuesNotKept;
    // What is said of the first already is not said again.
    for (const std::string& note : from.notes)
        if (plan.theirRowsAreSteps && std::ranges::find(m_data.notes, note) == m_data.notes.end())
            addNote(fileName + ": " + note);
    for (SourceFile& source : from.sources)
        addSource(std::move(source));
    if (plan.theirRowsAreSteps)
        m_data.reading.add(from.reading);
    m_seriesRefused += other.m_seriesRefused;
    m_eventsRefused += other.m_eventsRefused;
    return merged;
}

} // namespace tachograph
