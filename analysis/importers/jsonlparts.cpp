#include "analysis/importers/jsonlparts.h"

#include "analysis/importers/textpieces.h"

#include <algorithm>

namespace tachograph {

namespace {

constexpr std::size_t mostForms = 8;     // of one piece
constexpr std::size_t mostAttempts = 32; // to learn one from a line: files of texts must not be parsed twice

} // namespace

/// Reads the line at `at` behind the values so far, by the form of the line before or another one.
const char* JsonlParts::readByForms(const char* at) {
    const char* const end = m_text.data() + m_text.size();
    for (std::size_t n = 0; n < m_forms.size(); ++n) {
        const std::size_t form = n == 0 ? m_current : n <= m_current ? n - 1 : n;
        m_absences = false;
        if (m_values.size() < m_used + m_forms[form].columns())
            m_values.resize(std::max(2 * m_values.size(), m_used + m_forms[form].columns()));
        if (const char* behind = m_forms[form].read(at, end, m_values.data() + m_used, m_absences)) {
            m_current = form;
            return behind;
        }
    }
    return nullptr;
}

/// Whether the line at `at` gave a further form.
bool JsonlParts::learn(const char* at) {
    if (m_forms.size() == mostForms || m_attempts == mostAttempts)
        return false;
    ++m_attempts;
    const std::string_view line = lineAt(m_text, static_cast<std::size_t>(at - m_text.data()));
    auto form = m_record.read(line) ? JsonForm::of(line, m_record) : std::nullopt;
    if (!form)
        return false;
    m_forms.push_back(std::move(*form));
    m_current = m_forms.size() - 1;
    return true;
}

void JsonlParts::split(std::string_view text) {
    m_text = text;
    m_forms.clear();
    m_parts.clear();
    m_used = m_lines = m_current = m_attempts = 0;
    std::vector<std::size_t> firstValues; // the values may move until all are read
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end; ++m_lines) {
        const char* next = readByForms(at);
        if (!next && learn(at))
            next = readByForms(at);
        const auto begin = static_cast<std::size_t>(at - text.data());
        if (!next) {
            m_parts.push_back({Part::single, {nullptr, 0, 1, m_lines, begin, false}});
            firstValues.push_back(m_used);
            at += text.substr(begin).find('\n') + 1;
            continue;
        }
        const std::size_t columns = m_forms[m_current].columns();
        if (m_parts.empty() || m_parts.back().form != m_current) {
            m_parts.push_back({m_current, {nullptr, columns, 0, m_lines, begin, false}});
            firstValues.push_back(m_used);
        }
        RowBlock& block = m_parts.back().block;
        ++block.rows;
        block.absences = block.absences || m_absences;
        m_used += columns;
        at = next;
    }
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        m_parts[i].block.values = m_values.data() + firstValues[i];
}

} // namespace tachograph
