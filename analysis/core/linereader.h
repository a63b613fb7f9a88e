#pragma once

#include "analysis/core/source.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// One line of a text recording, without its end-of-line bytes. The view is valid until the next call of next() and
/// is followed by at least LineReader::padding readable bytes, so that simdjson may parse it in place.
struct Line {
    std::string_view text;
    std::uint64_t number = 0; ///< counted from 1; a piece ended by a lone carriage return counts as its own line only
                              ///< when splitAtCarriageReturn was asked for (the number then stays that of its line)
    std::uint64_t offset = 0; ///< of its first byte, counted from 0
    bool complete = true;     ///< false for a last line without end-of-line: it may be torn
    bool cut = false;         ///< the line was longer than the bound; `text` is its beginning, the rest was skipped
};

/// Splits a Source into lines with bounded memory: lines longer than `longestLine` are cut and marked, never held
/// whole. A UTF-8 byte order mark at the very start is skipped; "\r\n" counts as one end of line.
class LineReader {
  public:
    static constexpr std::size_t padding = 64;                        ///< at least SIMDJSON_PADDING
    static constexpr std::size_t longestLine = std::size_t{16} << 20; ///< bytes

    enum class CarriageReturn { keep, split };

    /// Begins where the source stands; that line gets `firstNumber`.
    explicit LineReader(Source& source, CarriageReturn carriageReturn = CarriageReturn::keep,
                        std::uint64_t firstNumber = 1);

    /// The next line, or nothing at the end.
    std::optional<Line> next();

    /// Of the line that next() gives next.
    [[nodiscard]] std::uint64_t nextOffset() const { return m_offsetOfBuffer + m_begin; }
    [[nodiscard]] std::uint64_t nextNumber() const { return m_number; }
    /// 0 to 1, by bytes.
    [[nodiscard]] double progress() const;

  private:
    bool fill();
    void skipToLineEnd(Line& line);

    Source& m_source;
    CarriageReturn m_carriageReturn;
    std::vector<char> m_buffer;
    std::string m_kept; // the beginning of a cut line
    std::size_t m_begin = 0, m_end = 0;
    std::uint64_t m_offsetOfBuffer = 0;
    std::uint64_t m_number;
    bool m_atEnd = false;
    bool m_first = true;
};

} // namespace tachograph
