#include "analysis/importers/csvline.h"

#include "analysis/core/text.h"

#include <array>
#include <charconv>

namespace tachograph {

namespace {

constexpr std::size_t longestNumber = 64;

/// "1.234,5" -> 1234.5: the last of point and comma is the decimal one.
std::optional<double> numberWithDecimalComma(std::string_view cell) {
    std::array<char, longestNumber> text{};
    if (cell.size() >= text.size() || cell.find_first_not_of("0123456789+-.,eE") != std::string_view::npos)
        return std::nullopt;
    const std::size_t comma = cell.rfind(',');
    const std::size_t point = cell.rfind('.');
    if (point != std::string_view::npos && point > comma)
        return parseNumber(cell);
    std::size_t size = 0;
    for (std::size_t i = 0; i < cell.size(); ++i)
        if (cell[i] != '.')
            text[size++] = i == comma ? '.' : cell[i];
    return parseNumber({text.data(), size});
}

} // namespace

void CsvLine::split(std::string_view line, char separator) {
    cells.clear();
    openQuote = false;
    std::size_t at = 0;
    for (;;) {
        std::size_t end = 0;
        if (at < line.size() && line[at] == '"') {
            std::size_t quote = at + 1;
            while ((quote = line.find('"', quote)) != std::string_view::npos && quote + 1 < line.size() &&
                   line[quote + 1] == '"')
                quote += 2;
            if (quote == std::string_view::npos) {
                openQuote = true;
                cells.push_back(line.substr(at + 1));
                return;
            }
            cells.push_back(line.substr(at + 1, quote - at - 1));
            end = line.find(separator, quote);
        } else {
            end = line.find(separator, at);
            cells.push_back(line.substr(at, end == std::string_view::npos ? end : end - at));
        }
        if (end == std::string_view::npos)
            return;
        at = end + 1;
    }
}

std::optional<char> separatorOf(std::string_view header) {
    CsvLine line;
    std::optional<char> best;
    std::size_t most = 1;
    for (const char separator : {',', ';', '\t'}) {
        line.split(header, separator);
        if (line.cells.size() > most) {
            most = line.cells.size();
            best = separator;
        }
    }
    return best;
}

std::string unquoted(std::string_view cell) {
    std::string text;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        text += cell[i];
        if (cell[i] == '"' && i + 1 < cell.size() && cell[i + 1] == '"')
            ++i;
    }
    return text;
}

std::optional<double> cellNumber(std::string_view cell, char separator) {
    cell = trimmed(cell);
    double value = 0;
    const auto [end, problem] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (problem == std::errc() && end == cell.data() + cell.size())
        return value;
    if (separator == ';' && cell.find(',') != std::string_view::npos)
        return numberWithDecimalComma(cell);
    return parseNumber(cell);
}

bool saysNoValue(std::string_view cell) {
    cell = trimmed(cell);
    return cell == "---" || cell == "None" || cell == "null" || cell == "NULL" || cell == "N/A" || cell == "NA";
}

} // namespace tachograph
