#include "analysis/core/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>

namespace tachograph {

namespace {

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

double unitSeconds(std::string_view unit) {
    struct Name {
        std::string_view name;
        double seconds;
    };
    constexpr std::array names = {Name{"ms", 1e-3},   Name{"s", 1},       Name{"sec", 1},   Name{"m", 60},
                                  Name{"min", 60},    Name{"h", 3600},    Name{"hr", 3600}, Name{"d", 86400},
                                  Name{"day", 86400}, Name{"days", 86400}};
    const auto found = std::ranges::find(names, unit, &Name::name);
    return found == names.end() ? 0.0 : found->seconds;
}

/// Reads an unsigned decimal number at the front of `text` and removes it; `decimals` counts its digits after the
/// point.
std::optional<double> takeNumber(std::string_view& text, int& decimals) {
    std::size_t length = 0;
    while (length < text.size() && (isDigit(text[length]) || text[length] == '.'))
        ++length;
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + length, value);
    if (length == 0 || problem != std::errc() || end != text.data() + length)
        return std::nullopt;
    const std::size_t point = text.substr(0, length).find('.');
    decimals = point == std::string_view::npos ? 0 : static_cast<int>(length - point - 1);
    text.remove_prefix(length);
    return value;
}

void skipBlanks(std::string_view& text) {
    while (!text.empty() && (isBlank(text.front()) || text.front() == ','))
        text.remove_prefix(1);
}

/// "H:MM:SS[.f]" or "MM:SS" -> seconds.
std::optional<ParsedDuration> clockDuration(std::string_view text) {
    double total = 0;
    int fields = 0, decimals = 0;
    while (!text.empty()) {
        const auto value = takeNumber(text, decimals);
        if (!value || fields == 3)
            return std::nullopt;
        total = total * 60 + *value;
        ++fields;
        if (text.empty())
            break;
        if (text.front() != ':')
            return std::nullopt;
        text.remove_prefix(1);
        if (text.empty())
            return std::nullopt;
    }
    if (fields < 2)
        return std::nullopt;
    return ParsedDuration{total, std::pow(10.0, -decimals)};
}

/// Days since 1970-01-01 of a proleptic Gregorian date (Howard Hinnant, "chrono-compatible low-level date algorithms").
long long daysFromCivil(long long year, unsigned month, unsigned day) {
    year -= month <= 2 ? 1 : 0;
    const long long era = (year >= 0 ? year : year - 399) / 400;
    const auto yearOfEra = static_cast<unsigned>(year - era * 400);
    const unsigned dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    const unsigned dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146097 + static_cast<long long>(dayOfEra) - 719468;
}

std::optional<unsigned> takeDigits(std::string_view& text, std::size_t count) {
    unsigned value = 0;
    if (text.size() < count)
        return std::nullopt;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + count, value);
    if (problem != std::errc() || end != text.data() + count)
        return std::nullopt;
    text.remove_prefix(count);
    return value;
}

bool takeChar(std::string_view& text, std::string_view anyOf) {
    if (text.empty() || anyOf.find(text.front()) == std::string_view::npos)
        return false;
    text.remove_prefix(1);
    return true;
}

/// "Z", "+02:00", "-0530", " UTC" -> seconds to subtract; nothing written counts as UTC.
std::optional<double> takeOffset(std::string_view& text) {
    text = trimmed(text);
    if (text.empty() || text == "Z" || text == "z" || text == "UTC") {
        text = {};
        return 0.0;
    }
    const double sign = text.front() == '-' ? -1.0 : 1.0;
    if (!takeChar(text, "+-"))
        return std::nullopt;
    const auto hours = takeDigits(text, 2);
    takeChar(text, ":");
    const auto minutes = takeDigits(text, 2);
    if (!hours || !minutes || !text.empty())
        return std::nullopt;
    return sign * (*hours * 3600.0 + *minutes * 60.0);
}

} // namespace

namespace {

/// The common case without wrappers, words and commas: nothing when it is not just digits, point and exponent.
std::optional<double> parsePlainNumber(std::string_view text) {
    if (text.empty() || (!isDigit(text.front()) && (text.front() != '-' || text.size() < 2 || !isDigit(text[1]))))
        return std::nullopt;
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

} // namespace

std::optional<double> parseNumber(std::string_view text) {
    text = trimmed(text);
    if (const auto plain = parsePlainNumber(text))
        return plain;
    while (text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front())
        text = trimmed(text.substr(1, text.size() - 2));
    for (std::string_view wrapper :
         {"np.float64(", "np.float32(", "np.float16(", "np.int64(", "np.int32(", "tensor(", "float("})
        if (text.starts_with(wrapper)) {
            text.remove_prefix(wrapper.size());
            // "tensor(3., device='cuda:0')"
            text = trimmed(text.substr(0, std::min(text.find(')'), text.find(','))));
            break;
        }
    if (text.empty())
        return std::nullopt;
    const bool negative = text.front() == '-';
    if (negative || text.front() == '+')
        text.remove_prefix(1);
    const double sign = negative ? -1.0 : 1.0;
    if (equalsIgnoringCase(text, "nan"))
        return std::numeric_limits<double>::quiet_NaN();
    if (equalsIgnoringCase(text, "inf") || equalsIgnoringCase(text, "infinity"))
        return sign * std::numeric_limits<double>::infinity();
    if (text.empty() || (!isDigit(text.front()) && text.front() != '.'))
        return std::nullopt;
    std::string withoutCommas;
    if (text.find(',') != std::string_view::npos) {
        // Thousands only: every comma, and nothing but commas, three digits apart up to the point.
        const std::size_t point = std::min(text.find_first_of(".eE"), text.size());
        if (text.find(',') > 3)
            return std::nullopt;
        for (std::size_t at = 0; at < text.size(); ++at) {
            const bool commaPlace = at < point && at > 0 && (point - at) % 4 == 0;
            if ((text[at] == ',') != commaPlace)
                return std::nullopt;
        }
        for (char c : text)
            if (c != ',')
                withoutCommas += c;
        text = withoutCommas;
    }
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size())
        return std::nullopt;
    if (problem == std::errc::result_out_of_range) {
        // 1e999 is infinite and 1e-999 is zero, as Python reads them.
        const std::size_t exponent = text.find_first_of("eE");
        const bool tiny = exponent != std::string_view::npos && exponent + 1 < text.size() && text[exponent + 1] == '-';
        return tiny ? sign * 0.0 : sign * std::numeric_limits<double>::infinity();
    }
    return problem == std::errc() ? std::optional(sign * value) : std::nullopt;
}

std::optional<ParsedDuration> parseDuration(std::string_view text) {
    text = trimmed(text);
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']')
        text = trimmed(text.substr(1, text.size() - 2));
    if (text.empty())
        return std::nullopt;
    ParsedDuration total{0, std::numeric_limits<double>::infinity()};
    while (!text.empty()) {
        if (text.find(':') != std::string_view::npos &&
            text.find_first_not_of("0123456789:.") == std::string_view::npos) {
            const auto clock = clockDuration(text);
            if (!clock)
                return std::nullopt;
            return ParsedDuration{total.seconds + clock->seconds, clock->resolution};
        }
        int decimals = 0;
        const auto value = takeNumber(text, decimals);
        if (!value)
            return std::nullopt;
        skipBlanks(text);
        std::size_t length = 0;
        while (length < text.size() && text[length] >= 'a' && text[length] <= 'z')
            ++length;
        const double unit = unitSeconds(text.substr(0, length));
        if (unit <= 0.0)
            return std::nullopt;
        text.remove_prefix(length);
        skipBlanks(text);
        total.seconds += *value * unit;
        total.resolution = std::min(total.resolution, unit * std::pow(10.0, -decimals));
    }
    return std::isfinite(total.seconds) ? std::optional(total) : std::nullopt;
}

std::optional<double> parseTimestamp(std::string_view text) {
    text = trimmed(text);
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']')
        text = trimmed(text.substr(1, text.size() - 2));
    const auto year = takeDigits(text, 4);
    if (!year || !takeChar(text, "-/"))
        return std::nullopt;
    const auto month = takeDigits(text, 2);
    if (!month || !takeChar(text, "-/"))
        return std::nullopt;
    const auto day = takeDigits(text, 2);
    if (!day || *month < 1 || *month > 12 || *day < 1 || *day > 31 || !takeChar(text, "T _"))
        return std::nullopt;
    const auto hour = takeDigits(text, 2);
    if (!hour || !takeChar(text, ":"))
        return std::nullopt;
    const auto minute = takeDigits(text, 2);
    if (!minute || !takeChar(text, ":"))
        return std::nullopt;
    const auto second = takeDigits(text, 2);
    if (!second || *hour > 23 || *minute > 59 || *second > 60)
        return std::nullopt;
    double fraction = 0;
    if (takeChar(text, ".,")) {
        double scale = 0.1;
        while (!text.empty() && isDigit(text.front())) {
            fraction += scale * (text.front() - '0');
            scale /= 10;
            text.remove_prefix(1);
        }
    }
    const auto offset = takeOffset(text);
    if (!offset)
        return std::nullopt;
    return static_cast<double>(daysFromCivil(*year, *month, *day)) * 86400.0 + *hour * 3600.0 + *minute * 60.0 +
           *second + fraction - *offset;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

bool equalsIgnoringCase(std::string_view a, std::string_view b) {
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    };
    return std::ranges::equal(a, b, [&lower](char x, char y) { return lower(x) == lower(y); });
}

} // namespace tachograph
