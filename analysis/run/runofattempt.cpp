#include "analysis/run/runofattempt.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tachograph {

namespace {

/// A part of a column that may be empty.
template <typename T>
std::vector<T> part(const std::vector<T>& column, const Attempt& attempt) {
    if (column.empty())
        return {};
    return {column.begin() + attempt.firstRow, column.begin() + attempt.endRow};
}

Rows rowsOf(const Rows& rows, const Attempt& attempt) {
    Rows own;
    own.step = part(rows.step, attempt);
    own.time = part(rows.time, attempt);
    own.elapsed = part(rows.elapsed, attempt);
    own.elapsedResolution = part(rows.elapsedResolution, attempt);
    own.place = part(rows.place, attempt);
    own.cut = part(rows.cut, attempt);
    own.attempt.assign(own.step.size(), 0);
    return own;
}

/// What is said of a series, without its values.
Series describedLike(const Series& series) {
    Series own;
    own.key = series.key;
    own.role = series.role;
    own.sourceUnit = series.sourceUnit;
    own.unit = series.unit;
    own.toUnit = series.toUnit;
    own.scope = series.scope;
    own.averaging = series.averaging;
    own.definition = series.definition;
    own.derived = series.derived;
    own.how = series.how;
    own.source = series.source;
    own.printResolution = series.printResolution;
    return own;
}

Series seriesOf(const Series& series, const Attempt& attempt) {
    Series own = describedLike(series);
    for (std::size_t i = 0; i < series.size(); ++i) {
        const std::uint32_t row = series.rowOf(i);
        if (row < attempt.firstRow || row >= attempt.endRow)
            continue;
        own.values.push_back(series.values[i]);
        own.rows.push_back(row - attempt.firstRow);
        if (!series.uncertainty.empty())
            own.uncertainty.push_back(series.uncertainty[i]);
    }
    for (const std::uint32_t row : series.missingRows)
        if (row >= attempt.firstRow && row < attempt.endRow)
            own.missingRows.push_back(row - attempt.firstRow);
    return own;
}

/// The attempt of every event: that of the last row before it; but a resume behind the last row of an attempt, and what
/// is logged after it, belongs to the next one.
std::vector<std::size_t> attemptsOfEvents(const Run& run) {
    std::vector<std::size_t> owners;
    std::optional<std::uint32_t> resumedAfter; // the row behind which a resume was logged
    for (const Event& event : run.events()) {
        std::size_t owner = event.row ? run.rows().attempt[*event.row] : 0;
        const bool behind = event.row && *event.row + 1 == run.attempts()[owner].endRow;
        if (behind && owner + 1 < run.attempts().size()) {
            if (event.kind == EventKind::resume)
                resumedAfter = event.row;
            owner += resumedAfter == event.row ? 1 : 0;
        }
        owners.push_back(owner);
    }
    return owners;
}

std::vector<Event> eventsOf(const Run& run, std::size_t attempt) {
    const std::vector<std::size_t> owners = attemptsOfEvents(run);
    const std::uint32_t firstRow = run.attempts()[attempt].firstRow;
    std::vector<Event> own;
    for (std::size_t i = 0; i < owners.size(); ++i) {
        if (owners[i] != attempt)
            continue;
        own.push_back(run.events()[i]);
        std::optional<std::uint32_t>& row = own.back().row;
        row = row && *row >= firstRow ? std::optional(*row - firstRow) : std::nullopt;
    }
    return own;
}

/// Where an attempt begins: at its first row, or at the first event in front of it that belongs to it.
std::uint64_t beginOf(const Run& run, std::size_t attempt) {
    const std::uint32_t row = run.attempts()[attempt].firstRow;
    const std::uint64_t before = run.rows().place[row - 1];
    std::uint64_t begin = run.rows().place[row];
    const std::vector<std::size_t> owners = attemptsOfEvents(run);
    for (std::size_t i = 0; i < owners.size(); ++i)
        if (owners[i] == attempt && run.events()[i].place > before)
            begin = std::min(begin, run.events()[i].place);
    return begin;
}

} // namespace

std::shared_ptr<const Run> runOfAttempt(const Run& run, std::size_t attempt) {
    RunData data;
    data.name = run.name() + ", attempt " + std::to_string(attempt + 1);
    data.path = run.path();
    data.format = run.format();
    data.config = run.config();
    data.environment = run.environment();
    data.issues = run.issues();
    data.sources = run.sources();
    data.notes = run.notes();
    data.reading = run.reading();
    data.repeatRule = run.repeatRule();
    data.placesAreLines = run.placesAreLines();
    if (attempt < run.attempts().size()) {
        const Attempt& chosen = run.attempts()[attempt];
        data.rows = rowsOf(run.rows(), chosen);
        data.attempts = {chosen};
        data.attempts.front().firstRow = 0;
        data.attempts.front().endRow = chosen.endRow - chosen.firstRow;
        data.attempts.front().supersededRows = 0;
        data.events = eventsOf(run, attempt);
        for (const Series& series : run.series())
            if (Series own = seriesOf(series, chosen); !own.values.empty() || !own.missingRows.empty())
                data.series.push_back(std::move(own));
    }
    return std::make_shared<const Run>(std::move(data));
}

PlaceRange placesOfAttempt(const Run& run, std::size_t attempt) {
    PlaceRange range;
    if (attempt > 0 && attempt < run.attempts().size())
        range.begin = beginOf(run, attempt);
    if (attempt + 1 < run.attempts().size())
        range.end = beginOf(run, attempt + 1);
    return range;
}

} // namespace tachograph
