#include "analysis/report/textlayout.h"

#include "analysis/core/text.h"

#include <algorithm>

namespace tachograph {

namespace {

constexpr std::size_t textWidth = 96; ///< bytes of running text in a line

/// Width on a terminal, counting each code point as one column.
std::size_t columns(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

} // namespace

std::string wrapped(const std::string& text, std::size_t indent) {
    const std::string margin(indent, ' ');
    std::string out, line;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        if (!line.empty() && line.size() + word.size() + 1 > textWidth) {
            out += margin + line + '\n';
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
        begin = end + 1;
    }
    return line.empty() ? out : out + margin + line + '\n';
}

std::string aligned(std::vector<std::vector<std::string>> rows, const std::vector<bool>& right) {
    std::vector<std::size_t> width;
    for (auto& row : rows) {
        width.resize(std::max(width.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            row[i] = plainText(row[i], 160);
            width[i] = std::max(width[i], columns(row[i]));
        }
    }
    std::string out;
    for (const auto& row : rows) {
        std::string line = "  ";
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(width[i] - columns(row[i]), ' ');
            line += i < right.size() && right[i] ? padding + row[i] : row[i] + padding;
            line += "  ";
        }
        out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return out;
}

} // namespace tachograph
