#include "analysis/importers/baresmirows.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <charconv>

namespace tachograph {

namespace {

bool isIdentifier(std::string_view cell) {
    constexpr std::string_view hex = "0123456789abcdefABCDEF:.";
    const bool bus = cell.size() >= 7 && std::ranges::count(cell, ':') == 2 && std::ranges::count(cell, '.') == 1 &&
                     cell.find_first_not_of(hex) == std::string_view::npos;
    return bus || cell.starts_with("GPU-");
}

std::optional<long> wholeNumber(std::string_view cell) {
    long number = 0;
    const auto [end, problem] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    return problem == std::errc() && end == cell.data() + cell.size() && number >= 0 ? std::optional(number)
                                                                                     : std::nullopt;
}

} // namespace

void BareSmiRows::addCell(Column& column, std::string_view cell) {
    column.identifiers = column.identifiers && isIdentifier(cell);
    const auto number = column.counts ? wholeNumber(cell) : std::nullopt;
    if (!number || (*number != column.last + 1 && *number != 0)) {
        column.counts = false;
        return;
    }
    if (*number == 0 && column.last >= 0) {
        // It always turns at the same number.
        column.counts = column.lap < 0 || column.lap == column.last;
        column.lap = column.last;
    }
    column.laps += *number == 0 ? 1 : 0;
    column.last = *number;
    column.highest = std::max(column.highest, *number);
}

void BareSmiRows::add(const std::vector<std::string_view>& cells) {
    if (m_rows == 0)
        m_columns.resize(cells.size());
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        addCell(m_columns[i], i < cells.size() ? trimmed(cells[i]) : std::string_view());
    ++m_rows;
}

std::optional<std::size_t> BareSmiRows::gpuColumn() const {
    if (m_rows == 0)
        return std::nullopt;
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        if (m_columns[i].identifiers)
            return i;
    const auto counts = [](const Column& column) {
        return column.counts && column.laps >= 2 && column.highest >= 1 && column.highest <= column.lap;
    };
    const auto found = std::ranges::find_if(m_columns, counts);
    return found == m_columns.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - m_columns.begin()));
}

} // namespace tachograph
