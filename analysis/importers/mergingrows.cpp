#include "analysis/importers/mergingrows.h"

#include "analysis/run/rowcolumns.h"

#include <algorithm>

namespace tachograph {

bool MergingRows::fitsLastRow(const RowInfo& info) const {
    const auto count = static_cast<std::uint32_t>(m_builder.rowCount());
    if (m_separate || count == 0 || m_builder.rows().step.back() != info.step)
        return false;
    return std::ranges::all_of(m_values, [this, count](const Value& item) {
        const bool taken = item.series < m_last.size() && m_last[item.series].row == count;
        return !taken || m_last[item.series].value == item.value;
    });
}

std::uint32_t MergingRows::finishRow(const RowInfo& info) {
    const bool merge = fitsLastRow(info);
    const std::uint32_t row = merge ? static_cast<std::uint32_t>(m_builder.rowCount() - 1) : m_builder.addRow(info);
    m_builder.reading().mergedRows += merge ? 1 : 0;
    m_last.resize(std::max(m_last.size(), m_builder.seriesCount()));
    for (const Value& item : m_values) {
        if (item.series == RunBuilder::noSeries)
            continue;
        Last& last = m_last[item.series];
        if (merge && last.row == row + 1)
            continue;
        m_builder.addValue(item.series, row, item.value);
        last = {row + 1, item.value};
    }
    for (const std::uint32_t series : m_missing)
        m_builder.addMissing(series, row);
    m_values.clear();
    m_missing.clear();
    m_separate = false;
    return row;
}

std::uint32_t MergingRows::appendRows(const RowColumns& rows) {
    m_separate = false;
    return m_builder.addRows(rows);
}

void MergingRows::appendValues(std::uint32_t series, std::uint32_t firstRow, std::span<const double> values) {
    m_last.resize(std::max(m_last.size(), m_builder.seriesCount()));
    if (series == RunBuilder::noSeries || values.empty())
        return;
    m_builder.addValues(series, firstRow, values);
    m_last[series] = {firstRow + static_cast<std::uint32_t>(values.size()), values.back()};
}

} // namespace tachograph
