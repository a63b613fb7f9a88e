#include "analysis/importers/dflashtick.h"

#include "analysis/core/text.h"
#include "analysis/importers/consoletext.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::string_view ellipsis = "\xE2\x80\xA6"; // the character of three dots

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isTickKey(std::string_view key) {
    constexpr std::array<std::string_view, 13> keys = {"loss", "acc",   "streak", "lr",  "noise", "tgt",   "dft",
                                                       "q_hs", "q_pre", "q_hsb",  "ETA", "epoch", "Ktok/s"};
    return std::ranges::find(keys, key) != keys.end();
}

/// A number as the console prints it, at the front of a text.
struct PrintedNumber {
    double value = 0.0;
    double resolution = 0.0;
};

/// Length of [+-]digits[.digits][e[+-]digits], nan or inf at the front; 0 when there is none.
std::size_t numberLength(std::string_view text) {
    std::size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    for (std::string_view word : {"nan", "inf"})
        if (text.substr(at).starts_with(word))
            return at + word.size();
    const std::size_t begin = at;
    while (at < text.size() && isDigit(text[at]))
        ++at;
    if (at < text.size() && text[at] == '.' && !text.substr(at).starts_with("..")) {
        ++at;
        while (at < text.size() && isDigit(text[at]))
            ++at;
    }
    if (at == begin)
        return 0;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        std::size_t exponent = at + 1;
        if (exponent < text.size() && (text[exponent] == '-' || text[exponent] == '+'))
            ++exponent;
        const std::size_t digits = exponent;
        while (exponent < text.size() && isDigit(text[exponent]))
            ++exponent;
        // "3.22e-" at the end of a text is a cut number; "0.1epoch" is a number and a word.
        if (exponent > digits || exponent == text.size())
            at = exponent;
    }
    return at;
}

PrintedNumber readNumber(std::string_view text) {
    PrintedNumber number;
    number.value = parseNumber(text).value_or(std::nan(""));
    const std::size_t exponentAt = std::min(text.find_first_of("eE"), text.size());
    const std::size_t point = text.substr(0, exponentAt).find('.');
    if (point == std::string_view::npos)
        return number;
    const double exponent = exponentAt < text.size() ? parseNumber(text.substr(exponentAt + 1)).value_or(0.0) : 0.0;
    number.resolution = std::pow(10.0, exponent - static_cast<double>(exponentAt - point - 1));
    return number;
}

/// Reads the items of a tick one after the other.
class TickScanner {
  public:
    TickScanner(std::string_view text, DflashTick& tick) : m_text(text), m_tick(tick) {}

    void run() {
        while (!m_tick.ended && !m_tick.dots && skipSeparators()) {
            if (!item()) {
                m_tick.foreign = true;
                m_text.remove_prefix(std::min(std::max<std::size_t>(m_text.find(' '), 1), m_text.size()));
            }
        }
    }

  private:
    /// False at the end of the text.
    bool skipSeparators() {
        while (!m_text.empty() && (m_text.front() == ' ' || m_text.front() == '|' || m_text.front() == '\t'))
            m_text.remove_prefix(1);
        return !m_text.empty();
    }

    bool atDots() const { return m_text.starts_with("...") || m_text.starts_with(ellipsis); }

    /// The first one or two of three dots that a terminal wrapped.
    bool atTornDots() const { return m_text == "." || m_text == ".."; }

    bool item() {
        if (atDots()) {
            m_tick.dots = true;
            return true;
        }
        if (atTornDots()) {
            m_tick.open = true;
            m_text = {};
            return true;
        }
        if (m_text.front() == '(')
            return throughput();
        std::size_t length = 0;
        while (length < m_text.size() && (isLetter(m_text[length]) || (length > 0 && isDigit(m_text[length]))))
            ++length;
        if (length == 0)
            return false;
        const std::string_view key = m_text.substr(0, length);
        if (length == m_text.size() || m_text.substr(length).starts_with("...") ||
            m_text.substr(length).starts_with(ellipsis)) {
            m_tick.open = true;
            m_text.remove_prefix(length);
            return true;
        }
        if (m_text[length] != '=' && m_text[length] != '~')
            return false;
        m_text.remove_prefix(length + 1);
        TickItem entry;
        entry.key = key;
        if (m_text.empty() || atDots()) {
            m_tick.open = true;
            return true;
        }
        if (m_text.front() == '[')
            return list(std::move(entry));
        return key == "ETA" ? duration(std::move(entry)) : value(std::move(entry));
    }

    /// "(5.3Ktok/s)".
    bool throughput() {
        m_text.remove_prefix(1);
        const std::size_t length = numberLength(m_text);
        const std::string_view rest = m_text.substr(length);
        const std::size_t close = rest.find(')');
        if (close == std::string_view::npos) {
            // Cut inside of the brackets: the number is whole only when its unit has begun.
            m_tick.open = true;
            const bool fits = std::string_view("Ktok/s").starts_with(rest.substr(0, rest.find("...")));
            m_text = fits ? std::string_view() : m_text;
            return fits;
        }
        const std::string_view unit = rest.substr(0, close);
        if (length == 0 || (unit != "Ktok/s" && unit != "tok/s" && unit != "Mtok/s"))
            return false;
        const PrintedNumber number = readNumber(m_text.substr(0, length));
        m_tick.items.push_back({unit, {number.value}, number.resolution, false, false, false});
        m_text.remove_prefix(length + close + 1);
        return true;
    }

    /// "3.2079", "0.29b/s", "---".
    bool value(TickItem entry) {
        if (m_text.starts_with("---")) {
            m_text.remove_prefix(3);
            m_tick.items.push_back(std::move(entry));
            return true;
        }
        if (m_text == "-" || m_text == "--") {
            m_text = {};
            m_tick.open = true;
            return true;
        }
        const std::size_t length = numberLength(m_text);
        if (length == 0)
            return false;
        const PrintedNumber number = readNumber(m_text.substr(0, length));
        m_text.remove_prefix(length);
        entry.values.push_back(number.value);
        entry.resolution = number.resolution;
        entry.open = m_text.empty() || atDots() || atTornDots();
        m_tick.open = m_tick.open || m_text.empty();
        if (m_text.starts_with("b/s")) {
            m_text.remove_prefix(3);
        } else if (m_text == "b" || m_text == "b/" || m_text.starts_with("b...") || m_text.starts_with("b/...")) {
            m_text.remove_prefix(m_text.size());
            m_tick.open = true;
        }
        m_tick.items.push_back(std::move(entry));
        return true;
    }

    /// "15.7d", "3h20m", "45s"; the value is in days.
    bool duration(TickItem entry) {
        if (m_text.starts_with("---")) {
            m_tick.ended = true;
            return value(std::move(entry));
        }
        double seconds = 0.0, resolution = 0.0;
        bool any = false;
        while (!m_text.empty() && isDigit(m_text.front())) {
            const std::size_t length = numberLength(m_text);
            if (length == m_text.size() || m_text.substr(length).starts_with("...")) {
                m_tick.open = true; // a number without its unit may be half a number
                m_text = {};
                return true;
            }
            const auto part = parseDuration(m_text.substr(0, length + 1));
            if (!part)
                return false;
            seconds += part->seconds;
            resolution = part->resolution;
            m_text.remove_prefix(length + 1);
            any = true;
        }
        if (!any)
            return false;
        constexpr double secondsADay = 86400.0;
        entry.values.push_back(seconds / secondsADay);
        entry.resolution = resolution / secondsADay;
        m_tick.items.push_back(std::move(entry));
        m_tick.ended = true;
        return true;
    }

    /// "[50, 49, 50]", "[60]", "[]".
    bool list(TickItem entry) {
        m_text.remove_prefix(1);
        entry.isList = true;
        for (;;) {
            while (!m_text.empty() && m_text.front() == ' ')
                m_text.remove_prefix(1);
            if (m_text.empty() || atDots() || atTornDots())
                break;
            if (m_text.front() == ']') {
                m_text.remove_prefix(1);
                m_tick.items.push_back(std::move(entry));
                return true;
            }
            const std::size_t length = m_text.starts_with("---") ? 3 : numberLength(m_text);
            if (length == 0)
                return false;
            const std::string_view rest = m_text.substr(length);
            if (rest.empty() || rest.front() == '.' || rest.starts_with(ellipsis))
                break; // a number at the cut may be half a number
            if (rest.front() != ',' && rest.front() != ']' && rest.front() != ' ')
                return false;
            entry.values.push_back(readNumber(m_text.substr(0, length)).value);
            m_text.remove_prefix(length + (rest.front() == ',' ? 1 : 0));
        }
        m_text = m_text.substr(std::min(m_text.find("..."), m_text.size()));
        entry.listOpen = true;
        m_tick.open = true;
        m_tick.items.push_back(std::move(entry));
        return true;
    }

    std::string_view m_text;
    DflashTick& m_tick;
};

} // namespace

std::size_t findTick(std::string_view text, std::size_t from) {
    constexpr std::string_view behindStamp = "] step=";
    for (std::size_t at = text.find(behindStamp, from); at != std::string_view::npos;
         at = text.find(behindStamp, at + 1)) {
        constexpr std::size_t longestStamp = 20;
        const std::size_t begin = std::max(from, at - std::min(at, longestStamp));
        const std::size_t bracket = text.substr(begin, at - begin).rfind('[');
        if (bracket == std::string_view::npos)
            continue;
        const std::size_t open = begin + bracket;
        const std::size_t digit = at + behindStamp.size();
        if (digit < text.size() && isDigit(text[digit]) && parseDuration(text.substr(open + 1, at - open - 1)))
            return open;
    }
    return std::string_view::npos;
}

std::optional<DflashTick> scanTick(std::string_view text) {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos)
        return std::nullopt;
    const auto stamp = parseDuration(text.substr(1, close - 1));
    std::string_view rest = text.substr(close + 1);
    constexpr std::string_view stepKey = " step=";
    if (!stamp || !rest.starts_with(stepKey))
        return std::nullopt;
    rest.remove_prefix(stepKey.size());
    const auto step = takeInteger(rest);
    if (!step || rest.empty() || rest.starts_with("...") || rest.starts_with(ellipsis))
        return std::nullopt;
    DflashTick tick;
    tick.elapsed = stamp->seconds;
    tick.elapsedResolution = stamp->resolution;
    tick.step = *step;
    TickScanner(rest, tick).run();
    return tick;
}

DflashTick scanTickTail(std::string_view text) {
    std::string_view rest = trimmed(text);
    const std::size_t close = rest.find(']');
    const bool insideList = close < rest.find('[');
    const std::size_t separator = rest.find_first_of("=~");
    const bool startsWithItem = rest.starts_with("(") || rest.starts_with("|") ||
                                (separator != std::string_view::npos && isTickKey(rest.substr(0, separator)));
    if (insideList)
        rest.remove_prefix(close + 1);
    else if (!startsWithItem)
        rest.remove_prefix(std::min(rest.find(' '), rest.size()));
    DflashTick tail;
    TickScanner(rest, tail).run();
    const bool known = std::ranges::any_of(tail.items, [](const TickItem& item) { return isTickKey(item.key); });
    if (!known || tail.foreign)
        tail.items.clear();
    return tail;
}

} // namespace tachograph
