#include "analysis/importers/jsonscanner.h"

#include "analysis/core/text.h"

#include <charconv>
#include <cstdint>

namespace tachograph {

namespace {

constexpr std::size_t longestBareWord = 200; // "tensor(0.6931, device='cuda:0', grad_fn=<MeanBackward0>)" has 60

void appendUtf8(std::string& out, std::uint32_t code) {
    const auto put = [&out](std::uint32_t byte) {
        out += static_cast<char>(static_cast<unsigned char>(byte));
    };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | (code >> 6));
        put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        put(0xE0 | (code >> 12));
        put(0x80 | ((code >> 6) & 0x3F));
        put(0x80 | (code & 0x3F));
    } else {
        put(0xF0 | (code >> 18));
        put(0x80 | ((code >> 12) & 0x3F));
        put(0x80 | ((code >> 6) & 0x3F));
        put(0x80 | (code & 0x3F));
    }
}

/// The four hexadecimal digits at `at`, as in \u00e9.
std::optional<std::uint32_t> fourDigits(std::string_view text, std::size_t at) {
    std::uint32_t value = 0;
    if (at + 4 > text.size())
        return std::nullopt;
    const auto [end, problem] = std::from_chars(text.data() + at, text.data() + at + 4, value, 16);
    if (problem != std::errc() || end != text.data() + at + 4)
        return std::nullopt;
    return value;
}

/// Appends what the escape sequence behind the backslash at `at` stands for; returns the index of the byte after it.
std::size_t unescapeAt(std::string_view text, std::size_t at, std::string& out) {
    const char kind = text[at + 1];
    switch (kind) {
    case 'n':
        out += '\n';
        return at + 2;
    case 't':
        out += '\t';
        return at + 2;
    case 'r':
        out += '\r';
        return at + 2;
    case 'b':
        out += '\b';
        return at + 2;
    case 'f':
        out += '\f';
        return at + 2;
    case 'u':
        break;
    default:
        out += kind;
        return at + 2;
    }
    const auto first = fourDigits(text, at + 2);
    if (!first) {
        out += 'u';
        return at + 2;
    }
    const bool high = *first >= 0xD800 && *first < 0xDC00;
    if (high && at + 12 <= text.size() && text[at + 6] == '\\' && text[at + 7] == 'u') {
        const auto second = fourDigits(text, at + 8);
        if (second && *second >= 0xDC00 && *second < 0xE000) {
            appendUtf8(out, 0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00));
            return at + 12;
        }
    }
    const bool surrogate = *first >= 0xD800 && *first < 0xE000;
    appendUtf8(out, surrogate ? 0xFFFD : *first);
    return at + 6;
}

} // namespace

void JsonScanner::skipBlanks() {
    while (m_at < m_text.size() &&
           (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\n' || m_text[m_at] == '\r'))
        ++m_at;
}

char JsonScanner::peek() {
    skipBlanks();
    return m_at < m_text.size() ? m_text[m_at] : '\0';
}

bool JsonScanner::take(char c) {
    if (peek() != c || m_at >= m_text.size())
        return false;
    ++m_at;
    return true;
}

std::optional<std::string_view> JsonScanner::takeString(std::string& scratch) {
    const char quote = peek();
    if (quote != '"' && quote != '\'')
        return std::nullopt;
    const std::size_t begin = m_at + 1;
    std::size_t at = begin;
    while (at < m_text.size() && m_text[at] != quote && m_text[at] != '\\')
        ++at;
    if (at < m_text.size() && m_text[at] == quote) {
        m_at = at + 1;
        return m_text.substr(begin, at - begin);
    }
    scratch.assign(m_text.substr(begin, at - begin));
    while (at < m_text.size() && m_text[at] != quote) {
        if (m_text[at] != '\\')
            scratch += m_text[at++];
        else if (at + 1 < m_text.size())
            at = unescapeAt(m_text, at, scratch);
        else
            return std::nullopt;
    }
    if (at >= m_text.size())
        return std::nullopt;
    m_at = at + 1;
    return std::string_view(scratch);
}

std::optional<std::string_view> JsonScanner::takeBareWord() {
    skipBlanks();
    int parentheses = 0;
    std::size_t at = m_at;
    for (; at < m_text.size(); ++at) {
        const char c = m_text[at];
        if (c == '\n' || c == '"' || (parentheses == 0 && std::string_view(",]}:{[").find(c) != std::string_view::npos))
            break;
        parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (at - m_at > longestBareWord)
            return std::nullopt;
    }
    const std::string_view word = trimmed(m_text.substr(m_at, at - m_at));
    // A word that runs to the end of the text may be half a number.
    if (word.empty() || parentheses != 0 || at >= m_text.size())
        return std::nullopt;
    m_at = at;
    return word;
}

std::optional<std::string_view> JsonScanner::takeValue() {
    const char first = peek();
    const std::size_t begin = m_at;
    if (first != '{' && first != '[' && first != '"' && first != '\'')
        return takeBareWord();
    std::size_t depth = 0, at = begin;
    while (at < m_text.size()) {
        const char c = m_text[at++];
        if (c == '"' || c == '\'') {
            while (at < m_text.size() && m_text[at] != c)
                at += m_text[at] == '\\' ? 2 : 1;
            if (at >= m_text.size())
                return std::nullopt;
            ++at;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            --depth;
        }
        if (depth == 0) {
            m_at = at;
            return m_text.substr(begin, at - begin);
        }
    }
    return std::nullopt;
}

} // namespace tachograph
