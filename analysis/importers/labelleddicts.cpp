#include "analysis/importers/labelleddicts.h"

#include "analysis/importers/consoletext.h"
#include "analysis/importers/metricdict.h"

namespace tachograph {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

} // namespace

std::optional<LabelledDict> findLabelledDict(std::string_view text) {
    for (std::size_t at = text.find(": {'"); at != std::string_view::npos; at = text.find(": {'", at + 1)) {
        std::size_t digits = at;
        while (digits > 0 && isDigit(text[digits - 1]))
            --digits;
        std::string_view number = text.substr(digits, at - digits);
        const auto value = takeInteger(number);
        if (!value || digits < 2 || text[digits - 1] != ' ')
            continue;
        std::size_t begin = digits - 1;
        while (begin > 0 && isLetter(text[begin - 1]))
            --begin;
        std::string_view label = text.substr(begin, digits - 1 - begin);
        if (label == "step" && text.substr(0, begin).ends_with("Global "))
            label = text.substr(begin - 7, digits - 1 - (begin - 7));
        if (!label.empty())
            return LabelledDict{label, *value, text.substr(at + 2)};
    }
    return std::nullopt;
}

void LabelledDictRows::addRow(std::string_view text, std::int64_t step, const ConsolePiece& piece) {
    const MetricDict dict = readMetricDict(text);
    m_words += dict.words;
    if (dict.values.empty() && dict.missing.empty())
        return;
    for (const auto& [key, value] : dict.values)
        m_rows.add(key, value);
    for (const std::string& key : dict.missing)
        m_rows.addMissing(key);
    RowInfo info = rowOf(piece, step);
    info.cut = text.find('}') == std::string_view::npos;
    m_rows.finishRow(info, piece);
}

void LabelledDictRows::finish() {
    m_rows.finish();
    if (m_words > 0)
        m_builder.addIssue(
            {0,
             "whole recording",
             formatCount(static_cast<std::int64_t>(m_words)) + " values are no numbers and were left out.",
             {}});
}

} // namespace tachograph
