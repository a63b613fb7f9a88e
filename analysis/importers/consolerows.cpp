#include "analysis/importers/consolerows.h"

#include <utility>

namespace tachograph {

void ConsoleRows::add(std::string_view key, double value, std::string_view unit) {
    constexpr std::size_t longestUnit = 20;
    const std::uint32_t series = m_builder.series(key);
    m_rows.add(series, value);
    if (!unit.empty() && series != RunBuilder::noSeries && m_builder.edit(series).sourceUnit.empty())
        m_builder.edit(series).sourceUnit = plainText(unit, longestUnit);
}

std::uint32_t ConsoleRows::finishRow(const RowInfo& info, const ConsolePiece& piece) {
    const std::uint32_t row = m_rows.finishRow(info);
    if (info.cut)
        addCutLine(m_builder, piece, info.step);
    return row;
}

void ConsoleRows::addEvaluation(std::int64_t step, const ConsolePiece& piece) {
    Event event;
    event.kind = EventKind::evaluation;
    event.step = step;
    event.time = piece.time;
    event.place = piece.line;
    m_builder.addEvent(std::move(event));
}

} // namespace tachograph
