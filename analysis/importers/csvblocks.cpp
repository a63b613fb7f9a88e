#include "analysis/importers/csvreader.h"
#include "analysis/run/rowcolumns.h"

#include <algorithm>
#include <cmath>

/// The fast half of CsvReader: what readRow() does row by row is done here for blocks of rows of plain numbers, with
/// the same answer. Whatever a block leaves open (no step, the step of the row before, a moment that is none) sends its
/// rows through readRow().
namespace tachograph {

/// Everything from the source's position up to the last end of line, which is where it stands then. `line` is the
/// number of the next line. False when canceled.
bool CsvReader::readWholeLines(const Job& job, std::uint64_t& line) {
    const char separator = m_separator;
    const std::size_t columns = m_columns.size();
    std::vector<CsvParts> parts(PieceWork::slotCount);
    PieceWork work;
    work.parse = [&](const TextPiece& piece, std::size_t slot) {
        parts[slot].split(piece.text, separator, columns);
    };
    work.take = [&](const TextPiece& piece, std::size_t slot) {
        if (m_rowCount == 0) {
            const std::size_t rows = rowsToExpect(m_source, piece, parts[slot].lineCount());
            target().builder.expectRows(rows, columns);
            m_split.expectRows(rows);
        }
        for (const CsvParts::Part& part : parts[slot].parts()) {
            // A header that came again may have changed what a row is.
            const bool stale = m_separator != separator || m_columns.size() != columns;
            takePart(parts[slot], part, stale, piece.offset, line + part.block.firstLine);
        }
        line += parts[slot].lineCount();
    };
    const auto end = readPieces(m_source, m_source.position(), job, work);
    if (!end)
        return false;
    m_source.seek(*end);
    return true;
}

void CsvReader::takePart(const CsvParts& parts, const CsvParts::Part& part, bool stale, std::uint64_t offset,
                         std::uint64_t line) {
    std::size_t begin = part.block.begin;
    if (part.single) {
        readLine({lineAt(parts.text(), begin), line, offset + begin, true, false});
        return;
    }
    for (RowBlock block = part.block; block.rows > 0;) {
        std::size_t taken = stale ? 0 : takeRows(block, line);
        if (taken == 0) {
            readLine({lineAt(parts.text(), begin), line, offset + begin, true, false});
            taken = 1;
        } else if (taken == block.rows) {
            m_lastCellSize = part.lastCellSize;
        }
        if (taken < block.rows)
            begin = behindLines(parts.text(), begin, taken);
        block = block.behind(taken);
        line += taken;
    }
}

/// How many rows were taken; 0 when the first must be read by itself.
std::size_t CsvReader::takeRows(RowBlock block, std::uint64_t line) {
    if (const auto start = std::ranges::lower_bound(m_starts, m_rowCount); start != m_starts.end())
        block.rows = std::min<std::size_t>(block.rows, *start - m_rowCount);
    RowBlock first = block; // alone: a block in which every row must be read by itself is not looked through each time
    first.rows = std::min<std::size_t>(1, block.rows);
    if (readSteps(first) == 0 || readStamps(first) == 0)
        return 0;
    block.rows = readSteps(block);
    block.rows = readStamps(block);
    m_steps.resize(block.rows);
    for (auto* stamps : {&m_times, &m_elapsed})
        stamps->resize(stamps->empty() ? 0 : block.rows);
    makeSeries(block);
    sayColumns();
    target().builder.reading().lines += block.rows;
    if (m_starts.empty())
        noteRows(block);
    addColumns(block, target().rows.appendRows({m_steps, m_times, m_elapsed, line}));
    m_previousStep = m_steps.back();
    m_rowCount += block.rows;
    return block.rows;
}

/// How many rows from the first on have a step of their own.
std::size_t CsvReader::readSteps(const RowBlock& block) {
    m_steps.clear();
    for (std::size_t row = 0; row < block.rows; ++row) {
        const auto step = m_stepColumn == none ? std::optional(static_cast<std::int64_t>(m_rowCount + row) + 1)
                                               : stepFromNumber(block.values[row * block.columns + m_stepColumn]);
        const bool first = m_rowCount + row == 0;
        if (!step || (!first && *step == (row > 0 ? m_steps.back() : m_previousStep)))
            break;
        m_steps.push_back(*step);
    }
    return m_steps.size();
}

/// How many rows from the first on agree with it in which columns are their time and their elapsed time; 0 when that
/// cannot be told.
std::size_t CsvReader::readStamps(const RowBlock& block) {
    m_times.clear();
    m_elapsed.clear();
    m_timeColumn = m_elapsedColumn = none;
    std::size_t rows = block.rows;
    for (std::size_t i = 0; i < m_columns.size() && rows > 0; ++i) {
        const Column& column = m_columns[i];
        if (i == m_stepColumn || column.use == KeyUse::series)
            continue;
        const double* value = block.values + i;
        if (column.use == KeyUse::time && m_timeColumn == none) {
            const bool isTime = unixSeconds(*value).has_value();
            for (std::size_t row = 0; row < rows; ++row) {
                const auto time = unixSeconds(value[row * block.columns]);
                if (time.has_value() != isTime)
                    rows = row;
                else if (isTime)
                    m_times.push_back(*time);
            }
            m_timeColumn = isTime ? i : none;
            if (isTime)
                continue;
        }
        if ((column.use != KeyUse::elapsed && column.name != "wall_time") || m_elapsedColumn != none)
            continue;
        const bool absent = RowBlock::isAbsence(*value);
        for (std::size_t row = 0; row < rows; ++row) {
            const double stamp = value[row * block.columns];
            if (absent ? !RowBlock::isAbsence(stamp) : !std::isfinite(stamp))
                rows = row;
            else if (!absent)
                m_elapsed.push_back(stamp);
        }
        m_elapsedColumn = absent ? none : i;
    }
    return rows;
}

bool CsvReader::isValue(std::size_t column) const {
    return column != m_stepColumn && column != m_timeColumn && column != m_elapsedColumn;
}

/// Series are made in the order in which their first values stand.
void CsvReader::makeSeries(const RowBlock& block) {
    std::vector<std::size_t> unknown;
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        if (isValue(i) && !m_columns[i].known)
            unknown.push_back(i);
    for (std::size_t row = 0; row < block.rows && !unknown.empty(); ++row)
        std::erase_if(unknown, [&](std::size_t i) {
            if (RowBlock::isAbsence(block.values[row * block.columns + i]))
                return false;
            m_columns[i].series = target().builder.series(m_columns[i].name);
            m_columns[i].known = true;
            return true;
        });
}

/// As readCells(), for all rows of the block.
void CsvReader::addColumns(const RowBlock& block, std::uint32_t row) {
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (!isValue(i) || !m_columns[i].known)
            continue;
        m_values.clear();
        const auto flush = [&](std::size_t end) {
            target().rows.appendValues(m_columns[i].series, row + static_cast<std::uint32_t>(end - m_values.size()),
                                       m_values);
            m_values.clear();
        };
        const double* value = block.values + i;
        for (std::size_t n = 0; n < block.rows; ++n, value += block.columns)
            if (!block.absences || !RowBlock::isAbsence(*value))
                m_values.push_back(*value);
            else
                flush(n);
        flush(block.rows);
    }
}

/// Tells the split about the rows, before they are counted.
void CsvReader::noteRows(const RowBlock& block) {
    for (std::size_t row = 0; row < block.rows; ++row) {
        const std::int64_t before = row > 0 ? m_steps[row - 1] : m_previousStep;
        m_split.addRow({m_steps[row], false, false});
        if (row > 0 && m_steps[row] > before && !block.absences)
            continue; // the same columns as in the row before
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (isValue(i) && !RowBlock::isAbsence(block.values[row * block.columns + i]) &&
                m_columns[i].series != RunBuilder::noSeries)
                m_split.useSeries(m_columns[i].series);
    }
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        for (std::size_t row = block.rows; row > 0; --row)
            if (!RowBlock::isAbsence(block.values[(row - 1) * block.columns + i])) {
                m_columns[i].lastRow = static_cast<std::uint32_t>(m_rowCount + row);
                break;
            }
}

} // namespace tachograph
