#pragma once

#include "analysis/core/linereader.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/jsonlparts.h"
#include "analysis/importers/jsonrecord.h"
#include "analysis/importers/runsplit.h"
#include "analysis/importers/seriesslots.h"
#include "analysis/importers/textpieces.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tachograph {

/// The first key that counts steps in an object of which only the beginning is there; empty when there is none.
std::string firstStepKey(std::string_view beginning);

/// One pass over the lines of a JSONL recording. Which key counts the steps is decided from the beginning of the file;
/// whether it holds several runs is known after the first pass, and a second one then deals the rows out.
class JsonlReader {
  public:
    /// `starts`: rows at which a further run begins, as RunSplit gives them. Sources of `wholeLinesFrom` bytes and more
    /// are read in pieces, with the same answer.
    JsonlReader(Source& source, std::string stepKey, std::vector<std::uint32_t> starts,
                std::uint64_t wholeLinesFrom = PieceWork::worthwhile);

    /// False when the job was canceled.
    bool readAll(const Job& job);

    [[nodiscard]] const RunSplit& split() const { return m_split; }
    [[nodiscard]] std::size_t rowCount() const { return m_rowCount; }
    [[nodiscard]] std::size_t eventCount() const { return m_eventCount; }
    [[nodiscard]] std::size_t badLines() const { return m_badLines; }
    std::vector<RunBuilder> takeBuilders() { return std::move(m_builders); }

    /// The key that counts the steps, from the first lines; empty when none does.
    static std::string chooseStepKey(const Source& source);
    /// Whether a text field is a value or says that there is none.
    static bool mayBeValue(const JsonField& field);

  private:
    bool readWholeLines(const Job& job, std::uint64_t& lines);
    void expectRows(const TextPiece& piece, const JsonlParts& parts);
    void takeParts(const JsonlParts& parts, std::uint64_t offset, std::uint64_t firstLine);
    void takeBlock(const JsonlParts& parts, const JsonlParts::Part& part, std::uint64_t offset, std::uint64_t line);
    std::size_t takeRows(const JsonForm& form, RowBlock block, std::uint64_t line);
    std::size_t readSteps(const JsonForm& form, const RowBlock& block);
    std::size_t readStamps(const JsonForm& form, const RowBlock& block);
    void addColumns(const JsonForm& form, const RowBlock& block, std::uint32_t row);
    void noteRows(const JsonForm& form, std::uint32_t row);
    void readLine(const Line& line);
    void readEvent(const Event& event);
    void readRow(const Line& line, std::int64_t step);
    void readHeader();
    /// Which fields of the record or block at hand were its step and stamps.
    template <typename Fields>
    void sayKeys(const Fields& fields) {
        ReadingRecord& reading = builder().reading();
        if (m_stepKey.empty())
            reading.stepsCounted = true;
        else
            reading.addStepKey(m_stepKey);
        if (m_timeField != noField && reading.timeKey.empty())
            reading.timeKey = std::string(fields[m_timeField].key);
        if (m_elapsedField != noField && reading.elapsedKey.empty())
            reading.elapsedKey = std::string(fields[m_elapsedField].key);
    }
    void addValues(std::uint32_t row);
    void beginRunAt(std::size_t row);
    std::optional<std::int64_t> stepOfRecord() const;
    RowInfo infoOfRecord(std::uint64_t line, std::int64_t step);
    void finish();
    RunBuilder& builder() { return m_builders.back(); }
    /// The key without the "data/" that verl's file logger wraps around all its metrics.
    [[nodiscard]] std::string_view keyOf(std::string_view key) const;

    Source& m_source;
    std::string m_stepKey;
    std::vector<std::uint32_t> m_starts;
    std::uint64_t m_wholeLinesFrom;
    JsonRecord m_record;
    RunSplit m_split;
    std::vector<RunBuilder> m_builders;
    SeriesSlots m_slots;
    std::vector<std::uint32_t> m_lastRowOfSeries; // plus one, counted over the whole file; 0 = never
    std::int64_t m_previousStep = 0;
    std::size_t m_rowCount = 0, m_eventCount = 0, m_badLines = 0, m_steplessRows = 0;
    static constexpr std::size_t noField = static_cast<std::size_t>(-1);
    std::size_t m_timeField = noField, m_elapsedField = noField; // of the record at hand, taken as time and elapsed
    bool m_resumes = false;                                      // a resume line since the last row
    bool m_wrapped = false;                                      // all metrics of the record at hand are inside "data"
    std::vector<std::int64_t> m_steps;                           // of the block at hand, as the next three
    std::vector<double> m_times, m_elapsed, m_column;
    std::vector<std::uint32_t> m_series;
};

} // namespace tachograph
