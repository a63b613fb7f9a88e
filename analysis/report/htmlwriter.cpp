#include "analysis/report/htmlwriter.h"

#include "analysis/core/text.h"

#include <cstdint>

namespace tachograph {

namespace {

/// System colours only: the page follows the reader's light or dark setting.
constexpr std::string_view styles =
    "html{color-scheme:light dark}"
    "body{font:15px/1.5 Lato,system-ui,sans-serif;max-width:1100px;margin:2em auto;padding:0 1em}"
    "h1{font-size:1.3em}h2{font-size:1.2em;margin-top:1.8em}h3{font-size:1em}"
    "table{border-collapse:collapse;margin:.5em 0}"
    "th,td{text-align:left;vertical-align:top;padding:.2em .9em .2em 0;"
    "border-bottom:1px solid GrayText;overflow-wrap:anywhere}"
    ".n{text-align:right;white-space:nowrap}"
    "img{max-width:100%;height:auto}";

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : plainText(text, 4000)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

std::string base64(std::string_view bytes) {
    static constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            out += i + k > bytes.size() ? '=' : digits[group >> (18 - 6 * k) & 63u];
    }
    return out;
}

struct Writer {
    std::string& out;
    std::string_view picture;

    void operator()(const Heading& heading) const {
        const std::string tag = 'h' + std::to_string(heading.level) + '>';
        out += '<' + tag + escaped(heading.text) + "</" + tag + '\n';
    }
    void operator()(const Paragraph& paragraph) const { out += "<p>" + escaped(paragraph.text) + "</p>\n"; }
    void operator()(const Bullets& bullets) const {
        out += "<ul>\n";
        for (const std::string& item : bullets.items)
            out += "<li>" + escaped(item) + "</li>\n";
        out += "</ul>\n";
    }
    void operator()(const Table& table) const {
        out += "<table>\n";
        row(table, table.columns, "th");
        for (const auto& cells : table.rows)
            row(table, cells, "td");
        out += "</table>\n";
    }
    void operator()(const Figure& figure) const {
        if (!picture.empty())
            out += "<p><img alt=\"" + escaped(figure.caption) + "\" src=\"data:image/png;base64," + base64(picture) +
                   "\"></p>\n";
    }

    void row(const Table& table, const std::vector<std::string>& cells, const std::string& tag) const {
        out += "<tr>";
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const bool numeric = i < table.numeric.size() && table.numeric[i];
            out += '<' + tag + (numeric ? " class=\"n\">" : ">") + escaped(cells[i]) + "</" + tag + '>';
        }
        out += "</tr>\n";
    }
};

} // namespace

std::string toHtml(const Document& document, std::string_view picturePng) {
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
                      "style-src 'unsafe-inline'\">\n<title>" +
                      escaped(document.title) + "</title>\n<style>" + std::string(styles) +
                      "</style>\n</head>\n<body>\n";
    for (const Block& block : document.blocks)
        std::visit(Writer{out, picturePng}, block);
    return out + "</body>\n</html>\n";
}

} // namespace tachograph
