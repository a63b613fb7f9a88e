#include "analysis/importers/wandbpanel.h"

#include "analysis/core/linereader.h"
#include "analysis/core/text.h"
#include "analysis/importers/names.h"
#include "analysis/importers/stepkeys.h"

#include <algorithm>

namespace tachograph {

namespace {

constexpr std::string_view between = " - ";
constexpr std::size_t mostRuns = 1'000;

struct Column {
    std::string name, run, metric;
    std::size_t builder = 0;
    std::uint32_t series = RunBuilder::noSeries;
};

/// "variant - b - train/loss" -> run "variant - b", metric "train/loss".
Column columnOf(std::string_view cell) {
    Column column;
    column.name = unquoted(trimmed(cell));
    const std::size_t at = column.name.rfind(between);
    if (at != std::string::npos && at > 0) {
        column.run = column.name.substr(0, at);
        column.metric = column.name.substr(at + between.size());
    }
    return column;
}

bool isBand(std::string_view metric) {
    return metric.ends_with("__MIN") || metric.ends_with("__MAX");
}

/// What the built-in table says of the metric behind a long column name.
void describe(const Column& column, Series& series) {
    const auto role = MetricRoles::builtIn().find(column.metric, "csv");
    if (!role || isBand(column.metric))
        return;
    series.role = role->role;
    series.sourceUnit = role->unit;
    series.scope = role->scope;
    series.averaging = role->averaging;
    series.definition = role->definition;
}

class PanelReader {
  public:
    explicit PanelReader(Source& source) : m_source(source) {}

    void readHeader(const CsvLine& header) {
        m_elapsed = timeKeyUse(unquoted(header.cells.front())) == KeyUse::elapsed;
        for (std::size_t i = 1; i < header.cells.size(); ++i) {
            Column column = columnOf(header.cells[i]);
            const auto known = std::ranges::find(m_names, column.run);
            column.builder = static_cast<std::size_t>(known - m_names.begin());
            if (known == m_names.end() && m_names.size() < mostRuns) {
                m_names.push_back(column.run);
                builders.emplace_back(column.run, m_source.path(), "csv");
                sayAxis(builders.back(), unquoted(trimmed(header.cells.front())));
                builders.back().addNote("W&B panels are sampled: this is not the full history of the run.");
            }
            if (column.builder < builders.size()) {
                column.series = builders[column.builder].series(column.name);
                if (column.series != RunBuilder::noSeries)
                    describe(column, builders[column.builder].edit(column.series));
            }
            m_columns.push_back(std::move(column));
        }
    }

    void readRow(const Line& line, char separator) {
        m_cells.split(line.text, separator);
        if (m_cells.cells.size() != m_columns.size() + 1 || m_cells.openQuote) {
            builders.front().addLineIssue(line.number, "It has not as many cells as the header and was left out.",
                                          line.text);
            return;
        }
        // Without quotes and without an end of line the last number may be cut.
        if (!line.complete && !line.text.ends_with('"'))
            m_cells.cells.back() = {};
        const auto x = cellNumber(m_cells.cells.front(), separator);
        const auto step = x ? stepFromNumber(*x) : std::nullopt;
        if (!x || (!step && !m_elapsed)) {
            builders.front().addLineIssue(line.number, "Its step is not a whole number; the row was left out.",
                                          line.text);
            return;
        }
        std::vector<std::uint32_t> rows(builders.size(), RunBuilder::noSeries);
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            const Column& column = m_columns[i];
            const auto value = cellNumber(m_cells.cells[i + 1], separator);
            if (!value || column.series == RunBuilder::noSeries)
                continue;
            RunBuilder& builder = builders[column.builder];
            std::uint32_t& row = rows[column.builder];
            if (row == RunBuilder::noSeries) {
                RowInfo info;
                info.step = m_elapsed ? static_cast<std::int64_t>(builder.rowCount()) + 1 : *step;
                info.elapsed = m_elapsed ? *x : RowInfo::none;
                info.place = line.number;
                row = builder.addRow(info);
            }
            builder.addValue(column.series, row, *value);
        }
    }

    std::vector<RunBuilder> builders;

  private:
    void sayAxis(RunBuilder& builder, const std::string& axis) const {
        if (m_elapsed) {
            builder.reading().stepsCounted = true;
            builder.reading().elapsedKey = axis;
        } else {
            builder.reading().addStepKey(axis);
        }
    }

    Source& m_source;
    std::vector<std::string> m_names;
    std::vector<Column> m_columns;
    CsvLine m_cells;
    bool m_elapsed = false;
};

} // namespace

bool isWandbPanelHeader(const CsvLine& header) {
    if (header.cells.size() < 2)
        return false;
    const std::string axis = unquoted(trimmed(header.cells.front()));
    if (!stepKeyRank(axis) && timeKeyUse(axis) != KeyUse::elapsed)
        return false;
    return std::ranges::none_of(header.cells.begin() + 1, header.cells.end(),
                                [](std::string_view cell) { return columnOf(cell).run.empty(); });
}

Result<std::vector<RunBuilder>> readWandbPanel(Source& source, const Job& job) {
    source.rewind();
    LineReader lines(source);
    PanelReader reader(source);
    std::optional<char> separator;
    std::uint64_t reportAt = 0;
    while (const auto line = lines.next()) {
        if (job.canceled())
            return Error{canceledMessage};
        if (line->offset >= reportAt) {
            job.report(lines.progress());
            reportAt = line->offset + (std::uint64_t{1} << 20);
        }
        if (trimmed(line->text).empty())
            continue;
        if (separator) {
            reader.readRow(*line, *separator);
            continue;
        }
        CsvLine header;
        separator = separatorOf(line->text).value_or(',');
        header.split(line->text, *separator);
        reader.readHeader(header);
    }
    return std::move(reader.builders);
}

} // namespace tachograph
