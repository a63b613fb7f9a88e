#pragma once

#include "analysis/importers/consoleevents.h"
#include "analysis/importers/consoleimport.h"
#include "analysis/importers/mergingrows.h"

#include <cstdint>
#include <string_view>

namespace tachograph {

/// What the readers of consoles have in common: rows of the values that lines hold, events of the other lines.
class ConsoleRows {
  public:
    explicit ConsoleRows(RunBuilder& builder) : m_builder(builder), m_rows(builder), m_events(builder) {}

    RunBuilder& builder() { return m_builder; }

    /// A value of the row at hand. The first unit that stands behind the numbers of a key is that of its series.
    void add(std::string_view key, double value, std::string_view unit = {});
    void addMissing(std::string_view key) { m_rows.addMissing(m_builder.series(key)); }
    [[nodiscard]] bool hasValues() const { return !m_rows.values().empty(); }
    /// Ends the row at hand, and says so where its line was cut. Returns the row that the values went to.
    std::uint32_t finishRow(const RowInfo& info, const ConsolePiece& piece);
    /// The next row is not laid together with the one before.
    void separate() { m_rows.separate(); }

    void addEvaluation(std::int64_t step, const ConsolePiece& piece);
    /// A line without values.
    void takeOther(const ConsolePiece& piece) { m_events.take(piece.text, piece.line, piece.time); }
    void finish() { m_events.finish(); }

  private:
    RunBuilder& m_builder;
    MergingRows m_rows;
    ConsoleEvents m_events;
};

} // namespace tachograph
