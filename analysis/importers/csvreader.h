#pragma once

#include "analysis/core/linereader.h"
#include "analysis/importers/csvline.h"
#include "analysis/importers/csvparts.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/mergingrows.h"
#include "analysis/importers/runsplit.h"
#include "analysis/importers/stepkeys.h"
#include "analysis/importers/textpieces.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tachograph {

/// One pass over a table with a header line: every column that is not the step or a time stamp is a series. A header
/// that is repeated in the middle begins a new segment. As with JSONL, a second pass deals the rows out to several
/// runs.
class CsvReader {
  public:
    /// `starts`: rows at which a further run begins, as RunSplit gives them. Sources of `wholeLinesFrom` bytes and more
    /// are read in pieces, with the same answer.
    CsvReader(Source& source, std::vector<std::uint32_t> starts, std::uint64_t wholeLinesFrom = PieceWork::worthwhile);

    /// False when the job was canceled.
    bool readAll(const Job& job);

    [[nodiscard]] const RunSplit& split() const { return m_split; }
    [[nodiscard]] std::size_t rowCount() const { return m_rowCount; }
    std::vector<RunBuilder> takeBuilders();

    /// Whether the cells can be a header: none is a number, one is not empty.
    static bool looksLikeHeader(const CsvLine& line, char separator);

  private:
    struct Column {
        std::string name;
        KeyUse use = KeyUse::series;
        std::uint32_t series = 0; ///< made with the first value
        bool known = false;
        std::uint32_t lastRow = 0; ///< plus one, over the whole file
    };
    /// A run and the rows it gets; the address of the builder must not change.
    struct Target {
        RunBuilder builder;
        MergingRows rows;
        Target(std::string name, const std::string& path) : builder(std::move(name), path, "csv"), rows(builder) {}
    };

    bool readWholeLines(const Job& job, std::uint64_t& line);
    void takePart(const CsvParts& parts, const CsvParts::Part& part, bool stale, std::uint64_t offset,
                  std::uint64_t line);
    std::size_t takeRows(RowBlock block, std::uint64_t line);
    std::size_t readSteps(const RowBlock& block);
    std::size_t readStamps(const RowBlock& block);
    void makeSeries(const RowBlock& block);
    void addColumns(const RowBlock& block, std::uint32_t row);
    void noteRows(const RowBlock& block);
    [[nodiscard]] bool isValue(std::size_t column) const;
    bool readLines(LineReader& lines, const Job& job, bool untilHeader);
    void readLine(const Line& line);
    void readHeader(const Line& line);
    void readRow(const Line& line);
    void readCells(RowInfo& info);
    void sayColumns();
    void dropCutCell(const Line& line);
    void beginRunAt(std::size_t row);
    void noteRow(std::int64_t step);
    void addTarget();
    bool isHeaderAgain() const;
    void chooseStepColumn();
    void badLine(const Line& line, const std::string& what);
    Target& target() { return *m_targets.back(); }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    Source& m_source;
    std::vector<std::uint32_t> m_starts;
    std::uint64_t m_wholeLinesFrom;
    RunSplit m_split;
    std::vector<std::unique_ptr<Target>> m_targets;
    std::vector<Column> m_columns;
    CsvLine m_cells;
    char m_separator = ',';
    std::size_t m_stepColumn = none;
    std::int64_t m_previousStep = 0;
    std::size_t m_lastCellSize = 0; // of the row before; 0 before the first
    std::size_t m_rowCount = 0, m_steplessRows = 0;
    std::size_t m_timeColumn = none, m_elapsedColumn = none; // of the row or block at hand
    std::vector<std::int64_t> m_steps;                       // of the block at hand, as the next three
    std::vector<double> m_times, m_elapsed, m_values;
};

} // namespace tachograph
