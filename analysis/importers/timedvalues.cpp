#include "analysis/importers/timedvalues.h"

#include <algorithm>

namespace tachograph {

void TimedValues::finish(RunBuilder& builder) {
    if (m_values.empty())
        return;
    const auto rows = static_cast<std::uint32_t>(builder.rowCount());
    if (rows == 0) {
        builder.addNote("Statistics of the machine are recorded, but no step that they could stand at.");
        return;
    }
    std::ranges::stable_sort(m_values, {}, &Value::time);
    std::uint32_t row = 0;
    for (const Value& item : m_values) {
        while (row + 1 < rows && builder.rows().timeOf(row + 1) <= item.time)
            ++row;
        builder.addValue(item.series, row, item.value);
    }
    builder.addNote(
        "Statistics of the machine are recorded over time, without a step: they stand at the last row before "
        "them.");
}

} // namespace tachograph
