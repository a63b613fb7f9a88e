#include "analysis/report/markdownwriter.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <string_view>

namespace tachograph {

namespace {

/// A plain line in which every ASCII punctuation with a meaning in Markdown, tables or HTML is escaped.
std::string escaped(const std::string& text) {
    static constexpr std::string_view special = "\\`*_{}[]<>()#|!~$&@:";
    std::string out;
    const std::string plain = plainText(text, 4000);
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const char c = plain[i];
        // Dashes, plus signs, equal signs and "1." have a meaning at the start of a line only.
        const bool starts = i == 0 && (c == '-' || c == '+' || c == '=');
        const bool ordinal =
            c == '.' && i > 0 && std::ranges::all_of(plain.substr(0, i), [](char d) { return d >= '0' && d <= '9'; });
        if (starts || ordinal || special.find(c) != std::string_view::npos)
            out += '\\';
        out += c;
    }
    return out;
}

/// A file name as a relative address: whatever else than a letter, digit, '-', '_' or '.' is encoded.
std::string asAddress(const std::string& name) {
    static constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                           c == '_' || c == '.';
        if (plain)
            out += c;
        else
            out += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
    return out;
}

struct Writer {
    std::string& out;
    const std::string& pictureFile;

    void operator()(const Heading& heading) const {
        out += std::string(static_cast<std::size_t>(heading.level), '#') + ' ' + escaped(heading.text) + "\n\n";
    }
    void operator()(const Paragraph& paragraph) const { out += escaped(paragraph.text) + "\n\n"; }
    void operator()(const Bullets& bullets) const {
        for (const std::string& item : bullets.items)
            out += "- " + escaped(item) + '\n';
        out += '\n';
    }
    void operator()(const Table& table) const {
        row(table.columns);
        out += '|';
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            out += i < table.numeric.size() && table.numeric[i] ? " ---: |" : " --- |";
        out += '\n';
        for (const auto& cells : table.rows)
            row(cells);
        out += '\n';
    }
    void operator()(const Figure& figure) const {
        if (!pictureFile.empty())
            out += "![" + escaped(figure.caption) + "](" + asAddress(pictureFile) + ")\n\n";
    }

    void row(const std::vector<std::string>& cells) const {
        out += '|';
        for (const std::string& cell : cells)
            out += ' ' + escaped(cell) + " |";
        out += '\n';
    }
};

} // namespace

std::string toMarkdown(const Document& document, const std::string& pictureFile) {
    std::string out;
    for (const Block& block : document.blocks)
        std::visit(Writer{out, pictureFile}, block);
    while (out.ends_with("\n\n"))
        out.pop_back();
    return out;
}

} // namespace tachograph
