#include "analysis/importers/seriesslots.h"

namespace tachograph {

SeriesSlots::Slot& SeriesSlots::at(std::size_t n, std::string_view key) {
    if (n < m_order.size() && m_slots[m_order[n]].key == key)
        return m_slots[m_order[n]];
    m_scratch.assign(key);
    const auto [found, fresh] = m_index.try_emplace(m_scratch, m_slots.size());
    if (fresh)
        m_slots.push_back({m_scratch, timeKeyUse(key), unknown});
    if (n >= m_order.size())
        m_order.resize(n + 1, 0);
    m_order[n] = found->second;
    return m_slots[found->second];
}

std::uint32_t SeriesSlots::seriesOf(Slot& slot, RunBuilder& builder) {
    if (slot.series == unknown)
        slot.series = builder.series(slot.key);
    return slot.series;
}

void SeriesSlots::clear() {
    m_slots.clear();
    m_index.clear();
    m_order.clear();
}

} // namespace tachograph
