#pragma once

#include <string>
#include <variant>
#include <vector>

namespace tachograph {

/// A report without a format. Texts are untrusted UTF-8 in one line; every renderer escapes them for its format.
struct Heading {
    int level = 2; ///< 1 is the title
    std::string text;
};

struct Paragraph {
    std::string text;
};

struct Bullets {
    std::vector<std::string> items;
};

struct Table {
    std::vector<std::string> columns; ///< as many as every row has cells
    std::vector<bool> numeric;        ///< aligned right; empty = none
    std::vector<std::vector<std::string>> rows;
};

/// Where the picture of the timelines belongs; renderers that cannot hold one leave it out.
struct Figure {
    std::string caption;
};

using Block = std::variant<Heading, Paragraph, Bullets, Table, Figure>;

struct Document {
    std::string title;
    std::vector<Block> blocks;
};

} // namespace tachograph
