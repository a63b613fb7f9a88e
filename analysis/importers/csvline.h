#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// The cells of one line. Views into the line; quotes around a cell are taken off, doubled ones inside stay doubled
/// (see unquoted()). A quote that does not open its cell is a character like others.
struct CsvLine {
    std::vector<std::string_view> cells;
    bool openQuote = false; ///< a quoted cell did not end in this line

    /// Splits `line`; the memory of `cells` is reused.
    void split(std::string_view line, char separator);
};

/// The separator of a header line: the one of , ; and tab that gives the most cells; nothing when none gives two.
std::optional<char> separatorOf(std::string_view header);

/// The text of a cell with doubled quotes halved.
std::string unquoted(std::string_view cell);

/// A number as CSV writers print it, or nothing. With ';' between the cells a comma may be the decimal point.
std::optional<double> cellNumber(std::string_view cell, char separator);

/// Texts that say "no value", without the empty cell.
bool saysNoValue(std::string_view cell);

} // namespace tachograph
