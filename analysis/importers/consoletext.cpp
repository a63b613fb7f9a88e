#include "analysis/importers/consoletext.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <charconv>

namespace tachograph {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isKeyCharacter(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '/' ||
           c == '-';
}

/// Removes one blank: what follows may be indented on purpose.
void removeBlank(std::string_view& text) {
    if (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
}

/// "(Name pid=17)" or "(Name pid=17, ip=10.0.0.2)".
bool takeRayPrefix(std::string_view& text) {
    if (text.empty() || text.front() != '(')
        return false;
    const std::size_t end = text.find(')');
    if (end == std::string_view::npos || end > 200 || text.substr(0, end).find(" pid=") == std::string_view::npos)
        return false;
    text.remove_prefix(end + 1);
    removeBlank(text);
    return true;
}

/// "[rank3]:" or "[default3]:".
bool takeRankPrefix(std::string_view& text, std::optional<int>& rank) {
    for (std::string_view name : {"[rank", "[default"}) {
        if (!text.starts_with(name))
            continue;
        std::string_view rest = text.substr(name.size());
        const auto number = takeInteger(rest);
        if (!number || *number > 10'000'000 || !rest.starts_with("]:"))
            continue;
        rank = static_cast<int>(*number);
        text = rest.substr(2);
        removeBlank(text);
        return true;
    }
    return false;
}

/// The name of a logger in front of a time stamp: "[titan] " of "[titan] 2026-04-18 22:15:44,378 ".
void skipLoggerName(std::string_view& text) {
    const std::size_t end = text.substr(0, 40).find("] ");
    if (text.size() < 2 || text.front() != '[' || isDigit(text[1]) || end == std::string_view::npos)
        return;
    const std::string_view behind = text.substr(end + 2);
    if (behind.size() >= 19 && isDigit(behind[0]) && behind[4] == '-' && behind[13] == ':')
        text = behind;
}

/// "2026-04-18 22:15:44,378 ", "[2026-04-18 22:15:44] ", "2026-04-18T22:15:44.378Z ".
bool takeTimePrefix(std::string_view& text, std::optional<double>& time) {
    skipLoggerName(text);
    const bool bracket = !text.empty() && text.front() == '[';
    const std::string_view inside = text.substr(bracket ? 1 : 0);
    if (inside.size() < 19 || !isDigit(inside[0]) || inside[4] != '-' || inside[13] != ':')
        return false;
    std::size_t end = inside.find(bracket ? ']' : ' ', 19);
    // A stamp alone on its line is not a prefix of anything.
    if (end == std::string_view::npos || end > 40)
        return false;
    const auto parsed = parseTimestamp(inside.substr(0, end));
    if (!parsed)
        return false;
    time = parsed;
    text = inside.substr(end + (bracket ? 1 : 0));
    removeBlank(text);
    return true;
}

/// Reads the scalars of a printed Python dict.
class PythonDictReader {
  public:
    PythonDictReader(std::string_view text, std::string_view prefix) : m_text(text), m_path(prefix) {}

    std::vector<std::pair<std::string, std::string>> read() {
        value(0);
        return std::move(m_entries);
    }

  private:
    static constexpr int deepest = 64;
    static constexpr std::size_t mostEntries = 20'000;

    void skipBlanks() {
        while (!m_text.empty() && (m_text.front() == ' ' || m_text.front() == '\n' || m_text.front() == '\t'))
            m_text.remove_prefix(1);
    }

    bool take(char c) {
        skipBlanks();
        if (m_text.empty() || m_text.front() != c)
            return false;
        m_text.remove_prefix(1);
        return true;
    }

    /// 'text' "of" 'several pieces'; false when the text ends inside of it.
    bool string(std::string& out) {
        for (;;) {
            skipBlanks();
            if (m_text.empty() || (m_text.front() != '\'' && m_text.front() != '"'))
                return true;
            const char quote = m_text.front();
            m_text.remove_prefix(1);
            for (;;) {
                if (m_text.empty())
                    return false;
                const char c = m_text.front();
                m_text.remove_prefix(1);
                if (c == quote)
                    break;
                if (c == '\\' && !m_text.empty()) {
                    out += m_text.front() == 'n' ? ' ' : m_text.front();
                    m_text.remove_prefix(1);
                } else {
                    out += c;
                }
            }
        }
    }

    void store(std::string text) {
        if (m_entries.size() < mostEntries && !m_path.empty())
            m_entries.emplace_back(m_path, std::move(text));
    }

    /// Numbers, True, None, np.float64(1.0), and whatever else stands there up to the next separator.
    bool plain() {
        std::size_t end = 0;
        int depth = 0;
        while (end < m_text.size()) {
            const char c = m_text[end];
            if (depth == 0 && (c == ',' || c == '}' || c == ']' || c == ')' || c == '\n'))
                break;
            depth += c == '(' || c == '<' ? 1 : 0;
            depth -= c == ')' || c == '>' ? 1 : 0;
            ++end;
        }
        // Nothing there, or up to the end of the text: it may be half a number.
        if (end == 0 || end == m_text.size())
            return false;
        store(std::string(trimmed(m_text.substr(0, end))));
        m_text.remove_prefix(end);
        return true;
    }

    /// False when the text ended or is no dict any more: unwinds.
    bool value(int depth) {
        skipBlanks();
        if (m_text.empty() || depth > deepest)
            return false;
        if (m_text.front() == '\'' || m_text.front() == '"') {
            std::string text;
            if (!string(text))
                return false;
            store(std::move(text));
            return true;
        }
        if (take('{'))
            return dict(depth);
        if (take('['))
            return list(depth, ']');
        if (take('('))
            return list(depth, ')');
        return plain();
    }

    bool inside(const std::string& key, int depth) {
        const std::size_t length = m_path.size();
        m_path += (m_path.empty() ? "" : ".") + key;
        const bool good = m_path.size() < 1000 && value(depth + 1);
        m_path.resize(length);
        return good;
    }

    bool dict(int depth) {
        while (!take('}')) {
            skipBlanks();
            std::string key;
            if (m_text.empty() || (m_text.front() != '\'' && m_text.front() != '"')) {
                const std::size_t colon = m_text.substr(0, 200).find(':');
                if (colon == std::string_view::npos)
                    return false;
                key = std::string(trimmed(m_text.substr(0, colon)));
                m_text.remove_prefix(colon);
            } else if (!string(key)) {
                return false;
            }
            if (!take(':') || !inside(key, depth))
                return false;
            take(',');
        }
        return true;
    }

    bool list(int depth, char close) {
        for (std::size_t index = 0; !take(close); ++index) {
            if (!inside(std::to_string(index), depth))
                return false;
            take(',');
        }
        return true;
    }

    std::string_view m_text;
    std::string m_path;
    std::vector<std::pair<std::string, std::string>> m_entries;
};

} // namespace

ConsoleLine stripPrefixes(std::string_view line) {
    ConsoleLine result{line, std::nullopt, std::nullopt};
    while (takeRayPrefix(result.text) || takeRankPrefix(result.text, result.rank) ||
           takeTimePrefix(result.text, result.time)) {
    }
    return result;
}

std::optional<std::int64_t> takeInteger(std::string_view& text) {
    std::int64_t value = 0;
    if (text.empty() || !isDigit(text.front()))
        return std::nullopt;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    // Steps are turned into doubles: from 2^53 on they would no longer be themselves.
    if (problem != std::errc() || value >= (std::int64_t{1} << 53))
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

std::optional<std::int64_t> stepInPath(std::string_view path) {
    path = trimmed(path);
    while (!path.empty() && (path.back() == '/' || path.back() == '.' || path.back() == '\'' || path.back() == '"'))
        path.remove_suffix(1);
    const std::string_view last = path.substr(path.find_last_of('/') + 1);
    std::string_view digits = last.substr(last.find_last_of("_-=") + 1);
    if (digits.size() == last.size() || digits.empty())
        return std::nullopt;
    const auto step = takeInteger(digits);
    return digits.empty() ? step : std::nullopt;
}

std::vector<std::pair<std::string, std::string>> keyValuePairs(std::string_view text) {
    std::vector<std::pair<std::string, std::string>> pairs;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \t|"), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos || equals == 0 || equals + 1 == word.size() ||
            !std::ranges::all_of(word.substr(0, equals), isKeyCharacter))
            continue;
        pairs.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    return pairs;
}

std::vector<std::pair<std::string, std::string>> flattenPythonDict(std::string_view text, std::string_view prefix) {
    return PythonDictReader(text, prefix).read();
}

} // namespace tachograph
