#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Numbers and durations as people write and read them, independent of the locale. Output uses a true minus (U+2212),
/// a narrow no-break space (U+202F) before % and the multiplication sign (U+00D7) for factors; machine-readable output
/// uses machineNumber().
namespace tachograph {

/// `digits` significant digits, without exponent between 1e-4 and 1e7, thousands commas from 1,000: "0.0147852",
/// "12,093.5". "not finite" numbers give "NaN", "+Inf", "−Inf".
std::string formatNumber(double value, int digits = 4);
/// "1,240"
std::string formatCount(std::int64_t value);
/// A step duration in seconds: "412 ms", "3.01 s", "28.5 s", "427 s".
std::string formatStepTime(double seconds);
/// Largest two units: "45 s", "32 min 58 s", "1 h 13 min", "2 d 4 h".
std::string formatElapsed(double seconds);
/// "15.6 d"
std::string formatEta(double seconds);
/// Throughput: "5.3 Ktok/s" from 1,000 tok/s on, else "843 tok/s".
std::string formatThroughput(double tokensPerSecond);
/// "370 tok", "12.1 Ktok", "2.41 Mtok"
std::string formatTokens(double tokens);
/// A ratio minus one as change: 0.736 -> "+73.6 %"; sign always shown.
std::string formatChange(double ratioMinusOne);
/// A share: 0.722 -> "72 %", below 10 % one decimal: "0.8 %".
std::string formatShare(double share);
/// "×2.30", "×0.32"
std::string formatFactor(double factor);
/// Value with its unit by the rules above for the units of roles ("s", "tok/s", "tok", "ratio", "B", ...).
std::string formatQuantity(double value, std::string_view unit);
/// UTC: "14 Nov 2026, 22:41"
std::string formatUtc(double unixSeconds);

/// Shortest text that reads back as the same double; "null" when not finite: for JSON and CSV.
std::string machineNumber(double value);

/// A number as trainers print it, surrounding blanks allowed: "1,234.5", "np.float64(0.1)", "'8547'", "1e-06", "NaN",
/// "nan", "Infinity", "-inf", "tensor(3.)". Nothing for anything else, also for "", "---", "null" and "None".
std::optional<double> parseNumber(std::string_view text);

/// "[8m]", "8m", "1h05m", "45s", "2d3h", "1h 2m 3s", "49m 19s", "0:03:29", "4 days, 5:06:09", "850ms", "7.5s" ->
/// seconds.
struct ParsedDuration {
    double seconds = 0;
    double resolution = 1; ///< seconds in the smallest unit that was written
};
std::optional<ParsedDuration> parseDuration(std::string_view text);

/// "2026-04-18 22:15:44,378", "2026-11-14T09:00:00Z", "[2026-03-16 10:00:00]" -> Unix seconds (taken as UTC without an
/// offset).
std::optional<double> parseTimestamp(std::string_view text);

/// Untrusted text made safe to show: invalid UTF-8 replaced, control characters and escape sequences removed,
/// bidirectional overrides removed, line breaks to blanks, at most `most` bytes (then "…").
std::string plainText(std::string_view text, std::size_t most = 1000);

/// `text` without ANSI escape sequences (colours, cursor moves, OSC).
std::string stripAnsi(std::string_view text);

std::string_view trimmed(std::string_view text);
bool equalsIgnoringCase(std::string_view a, std::string_view b);

} // namespace tachograph
