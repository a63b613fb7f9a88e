#include "analysis/importers/baresmirows.h"
#include "analysis/importers/consoleimport.h"
#include "analysis/importers/csvline.h"
#include "analysis/importers/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace tachograph {

namespace {

/// "utilization.gpu [%]" is a name and a unit.
struct Column {
    std::string name, unit;
};

struct KnownColumn {
    std::string_view name, role, unit;
};

/// Columns that have a lane; the unit is for those that print none.
constexpr std::array knownColumns = std::to_array<KnownColumn>({{"utilization.gpu", "utilization", "%"},
                                                                {"memory.used", "memory", "MiB"},
                                                                {"temperature.gpu", "temperature", "degC"},
                                                                {"clocks.sm", "clock", "MHz"},
                                                                {"clocks.current.sm", "clock", "MHz"}});

bool isStamp(std::string_view cell) {
    cell = trimmed(cell);
    return cell.size() >= 19 && cell[4] == '/' && cell[13] == ':' && parseTimestamp(cell);
}

std::vector<Column> columnsOf(const CsvLine& header) {
    std::vector<Column> columns;
    for (std::string_view cell : header.cells) {
        cell = trimmed(cell);
        const std::size_t bracket = cell.find(" [");
        Column column{plainText(cell.substr(0, bracket), 100), {}};
        if (bracket != std::string_view::npos && cell.ends_with(']'))
            column.unit = plainText(cell.substr(bracket + 2, cell.size() - bracket - 3), 20);
        columns.push_back(std::move(column));
    }
    return columns;
}

bool isHeader(const CsvLine& line) {
    const auto columns = columnsOf(line);
    const auto has = [&columns](std::string_view name) {
        return std::ranges::find(columns, name, &Column::name) != columns.end();
    };
    return has("timestamp") && (has("utilization.gpu") || has("memory.used") || has("index"));
}

/// A line without header: a stamp, and numbers with the units of nvidia-smi behind them.
bool isBareRow(const CsvLine& line) {
    if (line.cells.size() < 2 || !isStamp(line.cells.front()))
        return false;
    return std::ranges::any_of(line.cells, [](std::string_view cell) {
        const std::string_view bare = trimmed(cell);
        return bare.ends_with(" MiB") || bare.ends_with(" %") || bare.ends_with(" MHz") || bare.ends_with(" W");
    });
}

class SmiReader {
  public:
    explicit SmiReader(RunBuilder& builder) : m_builder(builder) {}

    void take(const ConsolePiece& piece) {
        m_cells.split(piece.text, ',');
        if (isHeader(m_cells)) {
            auto columns = columnsOf(m_cells);
            replayHeld();
            m_columns = std::move(columns);
        } else if (m_columns.empty() && !m_bareDecided && isBareRow(m_cells)) {
            m_bare.add(m_cells.cells);
            m_held.push_back({std::string(piece.text), piece});
            if (m_bare.count() >= BareSmiRows::wanted)
                replayHeld();
        } else {
            takeLine(piece);
        }
    }

    void finish() {
        replayHeld();
        if (m_columns.empty())
            addBareNotes();
        m_builder.reading().stepsCounted = true;
        m_builder.reading().stepSentence = "nvidia-smi knows no steps; the samples are counted.";
        m_builder.addNote("Times are taken as UTC.");
        if (!m_gpus.empty())
            m_builder.setEnvironment("gpus", std::to_string(m_gpus.size()));
        if (m_strange > 0)
            m_builder.addIssue({0,
                                "whole recording",
                                formatCount(static_cast<std::int64_t>(m_strange)) +
                                    " lines are no rows of nvidia-smi and were left out.",
                                {}});
    }

  private:
    /// A row that waits until it is known which column tells the GPU.
    struct Held {
        std::string text;
        ConsolePiece piece; // its text is not valid any more
    };

    void takeLine(const ConsolePiece& piece) {
        const std::size_t stampAt = columnOf("timestamp").value_or(0);
        if (m_columns.empty() ? !isBareRow(m_cells) : stampAt >= m_cells.cells.size()) {
            m_strange += trimmed(piece.text).empty() ? 0 : 1;
            return;
        }
        const auto time = parseTimestamp(m_cells.cells[stampAt]);
        if (time)
            takeRow(*time, stampAt, piece);
        else
            ++m_strange;
    }

    void replayHeld() {
        if (!m_bareDecided)
            m_bareGpu = m_bare.gpuColumn();
        m_bareDecided = m_bareDecided || !m_held.empty();
        for (Held& held : m_held) {
            held.piece.text = held.text;
            m_cells.split(held.text, ',');
            takeLine(held.piece);
        }
        m_held.clear();
    }

    void addBareNotes() {
        m_builder.addNote(m_bareGpu ? "The log has no header line; column " + std::to_string(*m_bareGpu + 1) +
                                          " tells the GPU, by its shape."
                                    : std::string("The log has no header line, and no column tells the GPU: all rows "
                                                  "are taken as one GPU's."));
        m_builder.addIssue(
            {0,
             "header",
             "Without a header line it is not certain which column is which quantity, so none has a role. "
             "Put the line that nvidia-smi prints without noheader in front of the file, such as "
             "\"timestamp, index, utilization.gpu [%], memory.used [MiB]\".",
             {}});
    }

    [[nodiscard]] std::optional<std::size_t> columnOf(std::string_view name) const {
        const auto found = std::ranges::find(m_columns, name, &Column::name);
        return found == m_columns.end() ? std::nullopt
                                        : std::optional(static_cast<std::size_t>(found - m_columns.begin()));
    }

    /// By its index, else by the order in which the GPUs appear.
    std::size_t gpuOfLine() {
        for (std::string_view name : {"index", "uuid", "pci.bus_id", "gpu_bus_id"}) {
            const auto at = columnOf(name);
            if (!at || *at >= m_cells.cells.size())
                continue;
            return gpuNamed(trimmed(m_cells.cells[*at]));
        }
        if (m_columns.empty() && m_bareGpu && *m_bareGpu < m_cells.cells.size())
            return gpuNamed(trimmed(m_cells.cells[*m_bareGpu]));
        return 0;
    }

    /// The number that the cell is, else the order in which the GPUs appear.
    std::size_t gpuNamed(std::string_view cell) {
        const bool isNumber = !cell.empty() && cell.find_first_not_of("0123456789") == std::string_view::npos;
        const auto number = isNumber ? readQuantity(cell) : std::nullopt;
        const std::size_t gpu =
            number && number->value < mostGpus ? static_cast<std::size_t>(number->value) : m_gpus.size();
        return m_gpus.size() < mostGpus ? m_gpus.try_emplace(std::string(cell.substr(0, 80)), gpu).first->second
                                        : mostGpus;
    }

    /// The lines of all GPUs at one moment are one row; a GPU that comes again begins the next.
    void takeRow(double time, std::size_t stampAt, const ConsolePiece& piece) {
        const std::size_t gpu = gpuOfLine();
        const bool back = time < m_time - 1.0;
        if (m_builder.rowCount() == 0 || back || gpu <= m_lastGpu) {
            if (back) {
                m_builder.startAttempt("the clock goes back");
                m_sample = 0;
            }
            RowInfo info = rowOf(piece, ++m_sample);
            info.time = time;
            m_row = m_builder.addRow(info);
        }
        m_lastGpu = gpu;
        m_time = time;
        for (std::size_t i = 0; i < m_cells.cells.size(); ++i)
            if (i != stampAt && !(m_columns.empty() && i == m_bareGpu) &&
                !(piece.torn && i + 1 == m_cells.cells.size()))
                addCell(i, gpu, trimmed(m_cells.cells[i]));
    }

    void addCell(std::size_t at, std::size_t gpu, std::string_view cell) {
        const Column column = at < m_columns.size() ? m_columns[at] : Column{"column " + std::to_string(at + 1), {}};
        const bool absent = cell.starts_with("[N/A") || cell.starts_with("[Not") || cell == "N/A";
        const auto quantity = absent ? std::nullopt : readQuantity(cell);
        if (column.name == "index" || (!absent && !quantity))
            return;
        const std::string_view unit = quantity ? trimmed(quantity->rest) : std::string_view();
        // "NVIDIA 7, ..." and "00000000:01:00.0" begin with digits but are no quantities.
        if (unit.find_first_of("0123456789:.") != std::string_view::npos || unit.size() > 8)
            return;
        const std::string key = "gpu/" + std::to_string(gpu) + "/" + column.name;
        const std::uint32_t series = m_builder.series(key);
        if (series == RunBuilder::noSeries)
            return;
        describe(m_builder.edit(series), column, gpu, unit);
        if (quantity)
            m_builder.addValue(series, m_row, quantity->value);
        else
            m_builder.addMissing(series, m_row);
    }

    static void describe(Series& series, const Column& column, std::size_t gpu, std::string_view unit) {
        series.scope = Scope::gpu;
        if (series.sourceUnit.empty())
            series.sourceUnit = !unit.empty() ? plainText(unit, 12) : column.unit;
        const auto known = std::ranges::find(knownColumns, column.name, &KnownColumn::name);
        if (known == knownColumns.end() || !series.role.empty())
            return;
        series.role = "gpu/" + std::to_string(gpu) + "/" + std::string(known->role);
        if (series.sourceUnit.empty())
            series.sourceUnit = std::string(known->unit);
    }

    static constexpr std::size_t mostGpus = 1024;
    RunBuilder& m_builder;
    std::vector<Column> m_columns;
    CsvLine m_cells;
    std::map<std::string, std::size_t> m_gpus;
    BareSmiRows m_bare;
    std::vector<Held> m_held;
    std::optional<std::size_t> m_bareGpu; // of a log without header
    bool m_bareDecided = false;
    std::uint32_t m_row = 0;
    std::int64_t m_sample = 0;
    std::size_t m_lastGpu = 0, m_strange = 0;
    double m_time = 0;
};

int sniff(const Head& head) {
    constexpr int certain = 96, bare = 82;
    int sure = 0;
    CsvLine cells;
    forEachPieceOfHead(head.bytes, [&](std::string_view text) {
        cells.split(text, ',');
        sure = isHeader(cells) ? certain : isBareRow(cells) ? bare : 0;
        return sure > 0 || !trimmed(text).empty(); // only the first line that is not blank
    });
    return sure;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<SmiReader>(source, job, "nvidia_smi",
                                  "no row of nvidia-smi. Log with nvidia-smi --query-gpu=timestamp,index,"
                                  "utilization.gpu,memory.used --format=csv -l 10.");
}

} // namespace

const Importer& nvidiaSmiImporter() {
    static const Importer importer{"nvidia_smi",
                                   "nvidia-smi log",
                                   "Log of nvidia-smi --query-gpu=... --format=csv, with or without header and units: "
                                   "memory, utilization, temperature and clocks of each GPU by time.",
                                   {"*.csv", "*.log", "*.txt"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
