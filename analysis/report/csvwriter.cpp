#include "analysis/report/csvwriter.h"

#include "analysis/core/text.h"

#include <cmath>
#include <optional>
#include <string_view>

namespace tachograph {

namespace {

/// Walks along one series while the rows of the run go by.
class Column {
  public:
    explicit Column(const Series& series) : m_series(series) {}

    /// Leaves out what belongs to rows before `row`.
    void skipTo(std::size_t row) {
        while (m_next < m_series.size() && m_series.rowOf(m_next) < row)
            ++m_next;
    }
    /// The next value of `row`, or nothing when it has no more.
    std::optional<double> take(std::size_t row) {
        if (!has(row))
            return std::nullopt;
        return m_series.values[m_next++];
    }
    [[nodiscard]] bool has(std::size_t row) const { return m_next < m_series.size() && m_series.rowOf(m_next) == row; }

  private:
    const Series& m_series;
    std::size_t m_next = 0;
};

std::string cellOf(double value) {
    if (std::isfinite(value))
        return machineNumber(value);
    if (std::isnan(value))
        return "NaN";
    return value > 0 ? "Infinity" : "-Infinity";
}

std::string known(double value) {
    return std::isfinite(value) ? machineNumber(value) : std::string();
}

std::string header(const Run& run) {
    std::string out = "step,attempt,superseded,time,elapsed_s";
    for (const Series& series : run.series())
        out += ',' + csvCell(series.sourceUnit.empty() ? series.key : series.key + " [" + series.sourceUnit + ']');
    return out + '\n';
}

} // namespace

std::string csvCell(const std::string& text) {
    std::string cell = plainText(text, 4000);
    const std::string_view visible = trimmed(cell); // spreadsheets skip blanks before a formula
    if (!visible.empty() && std::string_view("=+-@").find(visible.front()) != std::string_view::npos)
        cell.insert(cell.begin(), '\'');
    if (cell.find_first_of("\",;\n\r") == std::string::npos)
        return cell;
    std::string quoted = "\"";
    for (const char c : cell)
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

std::string toCsv(const Run& run, const std::vector<bool>& keep) {
    std::string out = header(run);
    const Rows& rows = run.rows();
    std::vector<Column> columns;
    columns.reserve(run.series().size());
    for (const Series& series : run.series())
        columns.emplace_back(series);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (!keep.empty() && !keep[row])
            continue;
        const std::string start = std::to_string(rows.step[row]) + ',' + std::to_string(rows.attempt[row] + 1) + ',' +
                                  (rows.isSuperseded(row) ? '1' : '0') + ',' + known(rows.timeOf(row)) + ',' +
                                  known(rows.elapsedOf(row));
        bool more = true;
        for (Column& column : columns)
            column.skipTo(row);
        while (more) {
            more = false;
            out += start;
            for (Column& column : columns) {
                const auto value = column.take(row);
                out += ',' + (value ? cellOf(*value) : std::string());
                more = more || column.has(row);
            }
            out += '\n';
        }
    }
    return out;
}

} // namespace tachograph
