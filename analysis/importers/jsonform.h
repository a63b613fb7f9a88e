#pragma once

#include "analysis/importers/jsonrecord.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// The shape of a line of JSON: all of it but its numbers. Programs write line after line of one shape, and such lines
/// need no parser: what is between the numbers is compared, the numbers are read.
class JsonForm {
  public:
    struct Field {
        static constexpr std::size_t noColumn = static_cast<std::size_t>(-1);
        std::string key;               ///< as recorded
        std::size_t column = noColumn; ///< of texts and arrays: none
        bool stamp = false;            ///< a time stamp written as text; the column has Unix seconds
    };

    /// Of a line that `record` has just read; nothing when something else than numbers could differ in lines of the
    /// same shape and mean something (a text that may be a value, an event, a stamp written as text).
    static std::optional<JsonForm> of(std::string_view line, const JsonRecord& record);

    /// Fills values[0] .. values[columns() - 1] from the line that begins at `at`; behind its end-of-line bytes, or
    /// nullptr when it has another shape. `end` closes the text, whose last line ends with its end-of-line byte; behind
    /// it are LineReader::padding bytes. null, NaN, infinities and truth values are numbers of the shape where no step
    /// or stamp stands, null as RowBlock::absence(), which sets `absences`.
    const char* read(const char* at, const char* end, double* values, bool& absences) const;

    [[nodiscard]] const std::vector<Field>& fields() const { return m_fields; }
    [[nodiscard]] std::size_t columns() const { return m_literals.size() - 1; }

  private:
    /// What may stand behind a literal.
    enum class Slot : std::uint8_t { value, finite, stamp, end };
    /// The text in front of a number, or behind the last one.
    struct Literal {
        std::size_t firstWord = 0, size = 0;
        std::uint64_t lastMask = 0; ///< of its last word
        Slot behind = Slot::end;
    };
    bool addColumn(const JsonField& field, const char*& behind, const char* end);
    void addLiteral(std::string_view text, Slot behind);
    static const char* readSlot(Slot slot, const char* at, double& value, bool& absences);
    bool matches(const Literal& literal, const char* at) const;

    std::vector<Field> m_fields;
    std::vector<Literal> m_literals; // one more than numbers
    std::vector<std::uint64_t> m_words;
};

} // namespace tachograph
