#pragma once

#include "analysis/importers/consolerows.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace tachograph {

/// A line "perf 12: {'perf/rollout_time': 98.6, ...}": a word, a number, a Python dict.
struct LabelledDict {
    std::string_view label; ///< "perf", or "Global step"
    std::int64_t number = 0;
    std::string_view dict; ///< from its brace on
};

/// The first such dict in a line, whatever stands in front of the label.
std::optional<LabelledDict> findLabelledDict(std::string_view text);

/// What the readers of such consoles have in common: rows from dicts, events from other lines.
class LabelledDictRows {
  public:
    explicit LabelledDictRows(RunBuilder& builder) : m_builder(builder), m_rows(builder) {}

    void addRow(std::string_view dict, std::int64_t step, const ConsolePiece& piece);
    void takeOther(const ConsolePiece& piece) { m_rows.takeOther(piece); }
    void finish();

  private:
    RunBuilder& m_builder;
    ConsoleRows m_rows;
    std::size_t m_words = 0;
};

} // namespace tachograph
