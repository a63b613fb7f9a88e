#include "analysis/importers/csvparts.h"

#include "analysis/core/decimal.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace tachograph {

namespace {

/// What writers print where no number is; behind it or nullptr.
const char* readNotFinite(const char* at, double& value) {
    struct Word {
        std::string_view text;
        double meaning;
    };
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    for (const Word& word : {Word{"nan", nan}, Word{"NaN", nan}, Word{"inf", infinity}, Word{"-inf", -infinity}})
        if (std::memcmp(at, word.text.data(), word.text.size()) == 0) {
            value = word.meaning;
            return at + word.text.size();
        }
    return nullptr;
}

bool endsLine(const char* at) {
    return *at == '\n' || (*at == '\r' && at[1] == '\n');
}

/// A row of plain numbers.
struct ReadRow {
    const char* behind = nullptr; ///< its end of line; nullptr when it has other cells than numbers
    bool absences = false;
    std::size_t lastCellSize = 0;
};

ReadRow readRow(const char* at, char separator, std::size_t columns, double* values) {
    ReadRow row;
    for (std::size_t column = 0; column < columns; ++column) {
        const bool last = column + 1 == columns;
        const char* const cell = at;
        if (last ? endsLine(at) : *at == separator) {
            values[column] = RowBlock::absence();
            row.absences = true;
        } else {
            const char* behind = readDecimal(at, values[column]);
            at = behind ? behind : readNotFinite(at, values[column]);
            if (!at || !(last ? endsLine(at) : *at == separator))
                return {};
        }
        row.lastCellSize = static_cast<std::size_t>(at - cell);
        at += last && *at == '\r' ? 2 : 1;
    }
    row.behind = at;
    return row;
}

} // namespace

void CsvParts::split(std::string_view text, char separator, std::size_t columns) {
    m_text = text;
    m_parts.clear();
    m_lines = 0;
    std::size_t used = 0;
    std::vector<std::size_t> firstValues; // the values may move until all are read
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end; ++m_lines) {
        if (m_values.size() < used + columns)
            m_values.resize(std::max(2 * m_values.size(), used + columns));
        const ReadRow row = readRow(at, separator, columns, m_values.data() + used);
        const char* const next = row.behind;
        const auto begin = static_cast<std::size_t>(at - text.data());
        if (!next || m_parts.empty() || m_parts.back().single) {
            m_parts.push_back({!next, {nullptr, columns, 0, m_lines, begin, false}, 0});
            firstValues.push_back(used);
        }
        at = next ? next : at + text.substr(begin).find('\n') + 1;
        if (!next)
            continue;
        RowBlock& block = m_parts.back().block;
        ++block.rows;
        block.absences = block.absences || row.absences;
        m_parts.back().lastCellSize = row.lastCellSize;
        used += columns;
    }
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        m_parts[i].block.values = m_values.data() + firstValues[i];
}

} // namespace tachograph
