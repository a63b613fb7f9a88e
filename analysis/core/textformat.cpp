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

constexpr const char* minusSign = "\xE2\x88\x92";   // U+2212
constexpr const char* narrowBlank = "\xE2\x80\xAF"; // U+202F narrow no-break space
constexpr const char* timesSign = "\xC3\x97";       // U+00D7

/// Plain decimal digits with `decimals` places, '.' as the point, no sign and no separators; value >= 0.
std::string fixedDigits(double value, int decimals) {
    std::array<char, 400> buffer{};
    const auto [end, problem] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
    return problem == std::errc() ? std::string(buffer.data(), end) : std::string("0");
}

std::string withCommas(std::string digits) {
    const std::size_t point = std::min(digits.find('.'), digits.size());
    for (std::size_t at = point; at > 3; at -= 3)
        digits.insert(at - 3, 1, ',');
    return digits;
}

std::string signOf(double value, const std::string& digits) {
    // "-0.0" is zero: no sign when every digit is 0.
    const bool zero = digits.find_first_of("123456789") == std::string::npos;
    return value < 0 && !zero ? minusSign : "";
}

std::string decimal(double value, int decimals) {
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "+Inf" : std::string(minusSign) + "Inf";
    constexpr double longest = 1e15; // three hundred digits say less than an exponent
    if (std::abs(value) >= longest)
        return formatNumber(value);
    const std::string digits = fixedDigits(std::abs(value), decimals);
    return signOf(value, digits) + withCommas(digits);
}

/// The two largest of the given units, the second left out when it is 0 or absent.
std::string twoUnits(long long large, const char* largeName, long long small, const char* smallName) {
    std::string text = formatCount(large) + " " + largeName;
    if (small > 0)
        text += " " + std::to_string(small) + " " + smallName;
    return text;
}

std::string withPrefix(double value, const char* unit) {
    constexpr std::array<std::pair<double, const char*>, 3> prefixes = {std::pair{1e9, "G"}, std::pair{1e6, "M"},
                                                                        std::pair{1e3, "K"}};
    for (const auto& [factor, prefix] : prefixes)
        if (std::abs(value) >= factor)
            return decimal(value / factor, factor > 1e3 ? 2 : 1) + " " + prefix + unit;
    return decimal(value, std::abs(value) < 10 && value != std::floor(value) ? 1 : 0) + " " + unit;
}

std::string binaryBytes(double bytes) {
    constexpr std::array<const char*, 5> names = {"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t index = 0;
    double value = bytes;
    while (std::abs(value) >= 1024 && index + 1 < names.size()) {
        value /= 1024;
        ++index;
    }
    return decimal(value, index == 0 ? 0 : 1) + " " + names[index];
}

} // namespace

std::string formatNumber(double value, int digits) {
    if (!std::isfinite(value))
        return decimal(value, 0);
    if (value == 0.0)
        return "0";
    const double size = std::abs(value);
    if (size < 1e-4 || size >= 1e7) {
        std::array<char, 64> buffer{};
        const auto [end, problem] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), size,
                                                  std::chars_format::scientific, std::max(0, digits - 1));
        return problem == std::errc() ? (value < 0 ? minusSign : "") + std::string(buffer.data(), end) : "0";
    }
    const int decimals = std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(size))));
    std::string text = fixedDigits(size, decimals);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.')
            text.pop_back();
    }
    return (value < 0 ? minusSign : "") + withCommas(text);
}

std::string formatCount(std::int64_t value) {
    std::string digits = std::to_string(value);
    const bool negative = digits.front() == '-';
    if (negative)
        digits.erase(0, 1);
    return (negative ? minusSign : "") + withCommas(digits);
}

std::string formatStepTime(double seconds) {
    if (!std::isfinite(seconds))
        return decimal(seconds, 0);
    const double size = std::abs(seconds);
    if (size < 1.0 && size > 0.0)
        return decimal(seconds * 1e3, size < 0.01 ? (size < 0.001 ? 2 : 1) : 0) + " ms";
    return decimal(seconds, size < 10 ? 2 : size < 100 ? 1 : 0) + " s";
}

std::string formatElapsed(double seconds) {
    if (!std::isfinite(seconds))
        return decimal(seconds, 0);
    if (seconds < 0)
        return minusSign + formatElapsed(-seconds);
    if (seconds < 1 && seconds > 0)
        return formatStepTime(seconds);
    if (seconds > 9e15)
        return formatNumber(seconds / 86400.0) + " d";
    const auto whole = static_cast<long long>(std::llround(seconds));
    if (whole < 60)
        return std::to_string(whole) + " s";
    if (whole < 3600)
        return twoUnits(whole / 60, "min", whole % 60, "s");
    if (whole < 86400)
        return twoUnits(whole / 3600, "h", whole % 3600 / 60, "min");
    return twoUnits(whole / 86400, "d", whole % 86400 / 3600, "h");
}

std::string formatEta(double seconds) {
    return decimal(seconds / 86400.0, 1) + " d";
}

std::string formatThroughput(double tokensPerSecond) {
    if (std::abs(tokensPerSecond) >= 1000.0)
        return decimal(tokensPerSecond / 1e3, 1) + " Ktok/s";
    const double size = std::abs(tokensPerSecond);
    return decimal(tokensPerSecond, size < 10 && size > 0 ? 2 : size < 100 ? 1 : 0) + " tok/s";
}

std::string formatTokens(double tokens) {
    if (std::abs(tokens) < 1e4)
        return decimal(tokens, std::abs(tokens) < 10 && tokens != std::floor(tokens) ? 1 : 0) + " tok";
    return withPrefix(tokens, "tok");
}

std::string formatChange(double ratioMinusOne) {
    if (!std::isfinite(ratioMinusOne))
        return decimal(ratioMinusOne, 0);
    const std::string digits = decimal(ratioMinusOne * 100.0, 1);
    return (ratioMinusOne > 0 && digits != "0.0" ? "+" : "") + digits + narrowBlank + "%";
}

std::string formatShare(double share) {
    const double percent = share * 100.0;
    return decimal(percent, std::abs(percent) < 10 ? 1 : 0) + narrowBlank + "%";
}

std::string formatFactor(double factor) {
    return timesSign + decimal(factor, 2);
}

std::string formatQuantity(double value, std::string_view unit) {
    if (!std::isfinite(value))
        return decimal(value, 0);
    if (unit == "s")
        return formatStepTime(value);
    if (unit == "tok/s")
        return formatThroughput(value);
    if (unit == "tok")
        return formatTokens(value);
    if (unit == "ratio")
        return formatShare(value);
    if (unit == "B")
        return binaryBytes(value);
    if (unit == "1/h")
        return decimal(value, std::abs(value) < 10 ? 2 : std::abs(value) < 100 ? 1 : 0) + " steps/h";
    if (unit == "items")
        return decimal(value, value == std::floor(value) ? 0 : 1);
    if (unit.empty())
        return formatNumber(value);
    return formatNumber(value) + " " + std::string(unit);
}

std::string formatUtc(double unixSeconds) {
    if (!std::isfinite(unixSeconds) || std::abs(unixSeconds) > 2.5e11)
        return "not a time";
    const auto seconds = static_cast<std::time_t>(std::floor(unixSeconds));
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    constexpr std::array<const char*, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%d %s %d, %02d:%02d", parts.tm_mday,
                  months[static_cast<std::size_t>(parts.tm_mon)], parts.tm_year + 1900, parts.tm_hour, parts.tm_min);
    return buffer.data();
}

std::string machineNumber(double value) {
    if (!std::isfinite(value))
        return "null";
    std::array<char, 64> buffer{};
    const auto [end, problem] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return problem == std::errc() ? std::string(buffer.data(), end) : "null";
}

} // namespace tachograph
