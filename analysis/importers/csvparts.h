#pragma once

#include "analysis/importers/rowblock.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace tachograph {

/// A piece of a table taken apart: blocks of rows whose cells are plain numbers or empty, and single lines that need a
/// closer look. Knows the number of columns but not what they mean, so that pieces can be taken apart side by side.
/// Memory is reused from piece to piece.
class CsvParts {
  public:
    /// `text` must outlive the parts; LineReader::padding bytes lie behind it.
    void split(std::string_view text, char separator, std::size_t columns);

    struct Part {
        bool single = false;
        RowBlock block;               ///< of a single line: where it begins. Empty cells are RowBlock::absence().
        std::size_t lastCellSize = 0; ///< of the block's last row
    };
    [[nodiscard]] const std::vector<Part>& parts() const { return m_parts; }
    [[nodiscard]] std::string_view text() const { return m_text; }
    [[nodiscard]] std::size_t lineCount() const { return m_lines; }

  private:
    std::string_view m_text;
    std::vector<Part> m_parts;
    std::vector<double> m_values;
    std::size_t m_lines = 0;
};

} // namespace tachograph
