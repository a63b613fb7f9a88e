#include "analysis/importers/jsonlreader.h"
#include "analysis/importers/textpieces.h"
#include "analysis/run/rowcolumns.h"

#include <algorithm>
#include <cmath>

/// The fast half of JsonlReader: what readLine() does line by line is done here for blocks of lines of one shape, with
/// the same answer. Whatever a block leaves open (a step that is none, a moment that is none) sends its lines through
/// readLine().
namespace tachograph {

/// Everything up to the last end of line, which is where the source stands then. False when canceled.
bool JsonlReader::readWholeLines(const Job& job, std::uint64_t& lines) {
    std::vector<JsonlParts> parts(PieceWork::slotCount);
    PieceWork work;
    work.parse = [&parts](const TextPiece& piece, std::size_t slot) {
        parts[slot].split(piece.text);
    };
    work.take = [&](const TextPiece& piece, std::size_t slot) {
        if (m_rowCount == 0)
            expectRows(piece, parts[slot]);
        takeParts(parts[slot], piece.offset, lines + 1);
        lines += parts[slot].lineCount();
    };
    const std::uint64_t begin = m_source.head(3) == "\xEF\xBB\xBF" ? 3 : 0;
    const auto end = readPieces(m_source, begin, job, work);
    if (!end)
        return false;
    m_source.seek(*end);
    return true;
}

/// By the largest block of the first piece.
void JsonlReader::expectRows(const TextPiece& piece, const JsonlParts& parts) {
    RowBlock largest;
    for (const JsonlParts::Part& part : parts.parts())
        if (part.form != JsonlParts::Part::single && part.block.rows > largest.rows)
            largest = part.block;
    if (largest.rows == 0)
        return;
    const std::size_t rows = rowsToExpect(m_source, piece, largest.rows);
    builder().expectRows(rows, largest.columns);
    m_split.expectRows(rows);
}

void JsonlReader::takeParts(const JsonlParts& parts, std::uint64_t offset, std::uint64_t firstLine) {
    for (const JsonlParts::Part& part : parts.parts()) {
        const std::uint64_t line = firstLine + part.block.firstLine;
        if (part.form == JsonlParts::Part::single)
            readLine({lineAt(parts.text(), part.block.begin), line, offset + part.block.begin, true, false});
        else
            takeBlock(parts, part, offset, line);
    }
}

void JsonlReader::takeBlock(const JsonlParts& parts, const JsonlParts::Part& part, std::uint64_t offset,
                            std::uint64_t line) {
    std::size_t begin = part.block.begin;
    for (RowBlock block = part.block; block.rows > 0;) {
        std::size_t taken = takeRows(parts.form(part), block, line);
        if (taken == 0) {
            readLine({lineAt(parts.text(), begin), line, offset + begin, true, false});
            taken = 1;
        }
        if (taken < block.rows)
            begin = behindLines(parts.text(), begin, taken);
        block = block.behind(taken);
        line += taken;
    }
}

/// How many rows were taken; 0 when the first line must be read by itself.
std::size_t JsonlReader::takeRows(const JsonForm& form, RowBlock block, std::uint64_t line) {
    m_wrapped = isWrapped(form.fields());
    if (const auto start = std::ranges::lower_bound(m_starts, m_rowCount); start != m_starts.end())
        block.rows = std::min<std::size_t>(block.rows, *start - m_rowCount);
    RowBlock first = block; // alone: a block in which every row must be read by itself is not looked through each time
    first.rows = std::min<std::size_t>(1, block.rows);
    if (readSteps(form, first) == 0 || readStamps(form, first) == 0)
        return 0;
    block.rows = readSteps(form, block);
    block.rows = readStamps(form, block);
    m_steps.resize(block.rows);
    for (auto* stamps : {&m_times, &m_elapsed})
        stamps->resize(stamps->empty() ? 0 : block.rows);
    const std::uint32_t row = builder().addRows({m_steps, m_times, m_elapsed, line});
    sayKeys(form.fields());
    builder().reading().lines += block.rows;
    addColumns(form, block, row);
    if (m_starts.empty())
        noteRows(form, row);
    m_previousStep = m_steps.back();
    m_rowCount += block.rows;
    return block.rows;
}

/// How many rows from the first on have a step; none when the first has the step of the row before: whether it repeats
/// that one is decided by its keys.
std::size_t JsonlReader::readSteps(const JsonForm& form, const RowBlock& block) {
    m_steps.clear();
    const auto field = std::ranges::find(form.fields(), m_stepKey, &JsonForm::Field::key);
    if (!m_stepKey.empty() &&
        (field == form.fields().end() || field->column == JsonForm::Field::noColumn || field->stamp))
        return 0;
    for (std::size_t i = 0; i < block.rows; ++i) {
        const auto step = m_stepKey.empty() ? std::optional(static_cast<std::int64_t>(builder().rowCount() + i) + 1)
                                            : stepFromNumber(block.values[i * block.columns + field->column]);
        if (!step || (i == 0 && m_rowCount > 0 && *step == m_previousStep))
            break;
        m_steps.push_back(*step);
    }
    return m_steps.size();
}

/// How many rows from the first on agree with it in which fields are their time and their elapsed time; 0 when that
/// cannot be told.
std::size_t JsonlReader::readStamps(const JsonForm& form, const RowBlock& block) {
    m_times.clear();
    m_elapsed.clear();
    m_timeField = m_elapsedField = noField;
    std::size_t rows = block.rows;
    for (std::size_t n = 0; n < form.fields().size() && rows > 0; ++n) {
        const JsonForm::Field& field = form.fields()[n];
        const KeyUse use = m_slots.at(n, keyOf(field.key)).use;
        if (use == KeyUse::series)
            continue;
        if (field.column == JsonForm::Field::noColumn)
            return 0;
        const double* value = block.values + field.column;
        const auto timeOf = [&](std::size_t row) {
            const double stamp = value[row * block.columns];
            return field.stamp ? std::optional(stamp) : unixSeconds(stamp);
        };
        if (use == KeyUse::time && m_timeField == noField) {
            const bool isTime = timeOf(0).has_value();
            for (std::size_t row = 0; row < rows; ++row) {
                const auto time = timeOf(row);
                if (time.has_value() != isTime)
                    rows = row;
                else if (isTime)
                    m_times.push_back(*time);
            }
            m_timeField = isTime ? n : noField;
            if (isTime)
                continue;
        }
        if ((use == KeyUse::elapsed || field.key == "wall_time") && m_elapsedField == noField) {
            m_elapsedField = n;
            for (std::size_t row = 0; row < rows; ++row)
                if (const double stamp = value[row * block.columns]; std::isfinite(stamp))
                    m_elapsed.push_back(stamp);
                else
                    rows = row;
        }
    }
    return rows;
}

/// As addValues(), for all rows of the block.
void JsonlReader::addColumns(const JsonForm& form, const RowBlock& block, std::uint32_t row) {
    m_column.resize(block.rows);
    for (std::size_t n = 0; n < form.fields().size(); ++n) {
        const JsonForm::Field& field = form.fields()[n];
        if (field.column == JsonForm::Field::noColumn || (!m_stepKey.empty() && field.key == m_stepKey) ||
            n == m_timeField || n == m_elapsedField)
            continue;
        const std::uint32_t series = SeriesSlots::seriesOf(m_slots.at(n, keyOf(field.key)), builder());
        const double* value = block.values + field.column;
        for (std::size_t i = 0; i < block.rows; ++i, value += block.columns)
            m_column[i] = *value;
        if (!block.absences) {
            builder().addValues(series, row, m_column);
            continue;
        }
        for (std::size_t i = 0; i < block.rows; ++i)
            if (RowBlock::isAbsence(m_column[i]))
                builder().addMissing(series, row + static_cast<std::uint32_t>(i));
            else
                builder().addValue(series, row + static_cast<std::uint32_t>(i), m_column[i]);
    }
}

/// Tells the split about the rows: they all have the same keys.
void JsonlReader::noteRows(const JsonForm& form, std::uint32_t row) {
    m_lastRowOfSeries.resize(builder().seriesCount(), 0);
    m_series.clear();
    for (std::size_t n = 0; n < form.fields().size(); ++n)
        if (const std::uint32_t series = m_slots.at(n, keyOf(form.fields()[n].key)).series;
            series < m_lastRowOfSeries.size())
            m_series.push_back(series);
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const std::int64_t before = i > 0 ? m_steps[i - 1] : m_previousStep;
        m_split.addRow({m_steps[i], i > 0 && m_steps[i] == before, i == 0 && m_resumes});
        if (i == 0 || m_steps[i] < before)
            for (const std::uint32_t series : m_series)
                m_split.useSeries(series);
    }
    for (const std::uint32_t series : m_series)
        m_lastRowOfSeries[series] = row + static_cast<std::uint32_t>(m_steps.size());
    m_resumes = false;
}

} // namespace tachograph
