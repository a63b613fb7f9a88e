#include "analysis/importers/csvreader.h"

#include "analysis/core/text.h"
#include "analysis/importers/names.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::uint64_t bytesBetweenReports = std::uint64_t{1} << 20;
constexpr std::size_t headForStepColumn = std::size_t{64} * 1024;

} // namespace

CsvReader::CsvReader(Source& source, std::vector<std::uint32_t> starts, std::uint64_t wholeLinesFrom)
    : m_source(source), m_starts(std::move(starts)), m_wholeLinesFrom(wholeLinesFrom) {
    addTarget();
}

void CsvReader::addTarget() {
    m_targets.push_back(std::make_unique<Target>(stemOf(m_source.name()), m_source.path()));
    for (Column& column : m_columns)
        column.known = false;
}

std::vector<RunBuilder> CsvReader::takeBuilders() {
    std::vector<RunBuilder> builders;
    for (auto& item : m_targets)
        builders.push_back(std::move(item->builder));
    return builders;
}

bool CsvReader::looksLikeHeader(const CsvLine& line, char separator) {
    return line.cells.size() > 1 && !line.openQuote &&
           std::ranges::none_of(
               line.cells, [separator](std::string_view cell) { return cellNumber(cell, separator).has_value(); }) &&
           std::ranges::any_of(line.cells, [](std::string_view cell) { return !trimmed(cell).empty(); });
}

bool CsvReader::readAll(const Job& job) {
    m_source.rewind();
    std::uint64_t line = 1;
    if (m_source.size() >= m_wholeLinesFrom) {
        LineReader lines(m_source);
        if (!readLines(lines, job, true))
            return false;
        line = lines.nextNumber();
        m_source.seek(lines.nextOffset());
        if (!m_columns.empty() && !readWholeLines(job, line))
            return false;
    }
    LineReader lines(m_source, LineReader::CarriageReturn::keep, line);
    if (!readLines(lines, job, false))
        return false;
    if (m_steplessRows > 0)
        target().builder.addIssue({0,
                                   m_source.name(),
                                   std::to_string(m_steplessRows) + (m_steplessRows == 1 ? " row has" : " rows have") +
                                       " no step number and took the step of the row before.",
                                   {}});
    if (m_source.failed())
        target().builder.addIssue({0, m_source.name(), "Reading stopped early: the disk gave an error.", {}});
    return true;
}

bool CsvReader::readLines(LineReader& lines, const Job& job, bool untilHeader) {
    std::uint64_t reportAt = bytesBetweenReports;
    while (!untilHeader || m_columns.empty()) {
        const auto line = lines.next();
        if (!line)
            break;
        if (job.canceled())
            return false;
        if (line->offset >= reportAt) {
            job.report(lines.progress());
            reportAt = line->offset + bytesBetweenReports;
        }
        readLine(*line);
    }
    return true;
}

void CsvReader::readLine(const Line& line) {
    if (trimmed(line.text).empty())
        return;
    ++target().builder.reading().lines;
    if (line.cut)
        badLine(line, "It is longer than 16 MiB and was left out.");
    else if (m_columns.empty())
        readHeader(line);
    else
        readRow(line);
}

void CsvReader::badLine(const Line& line, const std::string& what) {
    target().builder.addLineIssue(line.number, what, line.text);
}

void CsvReader::readHeader(const Line& line) {
    m_separator = separatorOf(line.text).value_or(',');
    m_cells.split(line.text, m_separator);
    if (!looksLikeHeader(m_cells, m_separator)) {
        badLine(line, "It is no header line (names of columns) and was left out.");
        return;
    }
    m_columns.clear();
    for (const std::string_view cell :
         m_cells.cells.size() <= RunBuilder::mostSeries
             ? std::span<const std::string_view>(m_cells.cells)
             : std::span<const std::string_view>(m_cells.cells).first(RunBuilder::mostSeries)) {
        Column column;
        column.name = unquoted(trimmed(cell));
        column.use = timeKeyUse(column.name);
        m_columns.push_back(std::move(column));
    }
    chooseStepColumn();
}

/// The best name of those columns that are filled in at least half of the first rows.
void CsvReader::chooseStepColumn() {
    Source head = Source::fromBytes(m_source.name(), m_source.head(headForStepColumn));
    LineReader lines(head);
    CsvLine line;
    std::vector<std::size_t> filled(m_columns.size(), 0);
    std::size_t rows = 0;
    while (const auto text = lines.next()) {
        line.split(text->text, m_separator);
        if (line.cells.size() != m_columns.size() || looksLikeHeader(line, m_separator))
            continue;
        ++rows;
        for (std::size_t i = 0; i < filled.size(); ++i)
            filled[i] += cellNumber(line.cells[i], m_separator) ? 1 : 0;
    }
    m_stepColumn = none;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const auto rank = stepKeyRank(m_columns[i].name);
        if (!rank || filled[i] * 2 < rows)
            continue;
        if (m_stepColumn == none || *rank < *stepKeyRank(m_columns[m_stepColumn].name))
            m_stepColumn = i;
    }
}

bool CsvReader::isHeaderAgain() const {
    return looksLikeHeader(m_cells, m_separator) && std::ranges::any_of(m_cells.cells, [this](std::string_view cell) {
               return std::ranges::find(m_columns, unquoted(trimmed(cell)), &Column::name) != m_columns.end();
           });
}

void CsvReader::readRow(const Line& line) {
    m_cells.split(line.text, m_separator);
    if (isHeaderAgain()) {
        target().builder.startAttempt("header line again in line " + std::to_string(line.number));
        target().rows.separate();
        readHeader(line);
        return;
    }
    if (m_cells.cells.size() != m_columns.size() || m_cells.openQuote) {
        badLine(line, !line.complete ? "It ends in the middle of a row and was left out."
                                     : "It has " + std::to_string(m_cells.cells.size()) +
                                           (m_cells.cells.size() == 1 ? " cell instead of " : " cells instead of ") +
                                           std::to_string(m_columns.size()) + " and was left out.");
        return;
    }
    if (!line.complete)
        dropCutCell(line);
    m_lastCellSize = m_cells.cells.back().size();
    std::optional<std::int64_t> step;
    if (m_stepColumn == none) {
        step = static_cast<std::int64_t>(m_rowCount) + 1;
    } else {
        const std::string_view cell = trimmed(m_cells.cells[m_stepColumn]);
        const auto number = cellNumber(cell, m_separator);
        step = number ? stepFromNumber(*number) : std::nullopt;
        if (!step && !cell.empty() && !saysNoValue(cell)) {
            badLine(line, "Its step is not a whole number; the row was left out.");
            return;
        }
    }
    if (!step) {
        ++m_steplessRows;
        step = m_previousStep;
    }
    beginRunAt(m_rowCount);
    RowInfo info;
    info.step = *step;
    info.place = line.number;
    m_timeColumn = m_elapsedColumn = none;
    readCells(info);
    sayColumns();
    if (m_starts.empty())
        noteRow(*step);
    target().rows.finishRow(info);
    m_previousStep = *step;
    ++m_rowCount;
}

/// Without an end of line "30" may be the beginning of "302.5". What is as long as the cell above it is taken as whole.
void CsvReader::dropCutCell(const Line& line) {
    std::string_view& cell = m_cells.cells.back();
    if (line.text.ends_with('"') || cell.empty() || (m_lastCellSize > 0 && cell.size() >= m_lastCellSize))
        return;
    cell = {};
    badLine(line, "The file ends here without an end of line; the last value may be cut and was left out.");
}

void CsvReader::readCells(RowInfo& info) {
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const std::string_view cell = m_cells.cells[i];
        Column& column = m_columns[i];
        if (i == m_stepColumn || cell.empty())
            continue;
        const auto value = cellNumber(cell, m_separator);
        if (column.use == KeyUse::time && std::isnan(info.time)) {
            const auto time = value ? unixSeconds(*value) : parseTimestamp(cell);
            if (time) {
                info.time = *time;
                m_timeColumn = i;
                continue;
            }
        }
        const bool elapsed = column.use == KeyUse::elapsed || column.name == "wall_time";
        if (elapsed && std::isnan(info.elapsed)) {
            const auto duration = value ? std::nullopt : parseDuration(cell);
            if (value || duration) {
                info.elapsed = value ? *value : duration->seconds;
                if (duration)
                    info.elapsedResolution = duration->resolution;
                m_elapsedColumn = i;
                continue;
            }
        }
        if (!value && !saysNoValue(cell))
            continue;
        if (!column.known) {
            column.series = target().builder.series(column.name);
            column.known = true;
        }
        if (value)
            target().rows.add(column.series, *value);
        else
            target().rows.addMissing(column.series);
    }
}

/// Which columns the row or block at hand was taken from.
void CsvReader::sayColumns() {
    ReadingRecord& reading = target().builder.reading();
    if (m_stepColumn == none)
        reading.stepsCounted = true;
    else
        reading.addStepKey(m_columns[m_stepColumn].name);
    if (m_timeColumn != none && reading.timeKey.empty())
        reading.timeKey = m_columns[m_timeColumn].name;
    if (m_elapsedColumn != none && reading.elapsedKey.empty())
        reading.elapsedKey = m_columns[m_elapsedColumn].name;
}

/// Tells the split about the row that is about to be finished.
void CsvReader::noteRow(std::int64_t step) {
    bool repeats = m_rowCount > 0 && step == m_previousStep;
    const auto row = static_cast<std::uint32_t>(m_rowCount);
    for (std::size_t i = 0; i < m_columns.size() && repeats; ++i)
        repeats = i == m_stepColumn || m_cells.cells[i].empty() || m_columns[i].lastRow == row;
    m_split.addRow({step, repeats, false});
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        if (!m_cells.cells[i].empty())
            m_columns[i].lastRow = row + 1;
    for (const MergingRows::Value& value : target().rows.values())
        if (value.series != RunBuilder::noSeries)
            m_split.useSeries(value.series);
}

void CsvReader::beginRunAt(std::size_t row) {
    if (!m_starts.empty() && std::ranges::binary_search(m_starts, static_cast<std::uint32_t>(row)))
        addTarget();
}

} // namespace tachograph
