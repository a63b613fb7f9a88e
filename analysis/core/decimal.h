#pragma once

#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <system_error>

/// Reading of plain decimal numbers at the speed of memory: most of the bytes of a recording are digits.
namespace tachograph {

namespace decimal {

/// Up to eight digits at `at`, of which eight bytes must be readable. How many there are; their value goes to `value`.
inline std::size_t takeEightDigits(const char* at, std::uint64_t& value) {
    if constexpr (std::endian::native == std::endian::little) {
        // Eight bytes at once (D. Lemire, "Number parsing at a gigabyte per second", 2021).
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, at, sizeof bytes);
        bytes ^= 0x3030303030303030U;
        const std::uint64_t others = ((bytes + 0x7676767676767676U) | bytes) & 0x8080808080808080U;
        const std::size_t count = others == 0 ? 8 : static_cast<std::size_t>(std::countr_zero(others)) / 8;
        if (count == 0)
            return 0;
        bytes <<= 64 - 8 * count; // as if zeros stood in front
        bytes = bytes * 10 + (bytes >> 8);
        value = ((bytes & 0x000000FF000000FFU) * 0x000F424000000064U +
                 ((bytes >> 16) & 0x000000FF000000FFU) * 0x0000271000000001U) >>
                32;
        return count;
    } else {
        std::size_t count = 0;
        for (value = 0; count < 8 && at[count] >= '0' && at[count] <= '9'; ++count)
            value = value * 10 + static_cast<std::uint64_t>(at[count] - '0');
        return count;
    }
}

inline constexpr double powersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                         1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
inline constexpr std::uint64_t wholePowersOfTen[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

/// The digits at `at`, appended to `mantissa`; behind them. `digits` counts them.
inline const char* takeDigits(const char* at, std::uint64_t& mantissa, std::size_t& digits) {
    for (;;) {
        std::uint64_t value = 0;
        const std::size_t count = takeEightDigits(at, value);
        if (count == 0)
            return at;
        mantissa = mantissa * wholePowersOfTen[count] + value;
        digits += count;
        at += count;
        if (count < 8)
            return at;
    }
}

} // namespace decimal

/// Reads "-12.5e3" at `at`; behind it, or nullptr when no number begins there or a double cannot hold it. The value is
/// the double nearest to what is written, as std::from_chars gives it. At least eight bytes that are no part of a
/// number must be readable behind the text.
inline const char* readDecimal(const char* at, double& value) {
    const char* const begin = at;
    const bool negative = *at == '-';
    at += negative ? 1 : 0;
    std::uint64_t mantissa = 0;
    std::size_t digits = 0;
    const char* const whole = at;
    at = decimal::takeDigits(at, mantissa, digits);
    if (at == whole)
        return nullptr;
    int exponent = 0;
    if (*at == '.') {
        const char* const fraction = at + 1;
        at = decimal::takeDigits(fraction, mantissa, digits);
        exponent = -static_cast<int>(at - fraction);
    }
    bool plain = digits <= 15; // 10^15 is below 2^53
    if ((*at | 0x20) == 'e') {
        const char* mark = at + 1;
        const bool below = *mark == '-';
        mark += below || *mark == '+' ? 1 : 0;
        std::uint64_t written = 0;
        const std::size_t count = decimal::takeEightDigits(mark, written);
        if (count > 0) {
            plain = plain && count < 4;
            exponent += plain ? static_cast<int>(below ? -static_cast<int>(written) : static_cast<int>(written)) : 0;
            at = mark + count;
            while (*at >= '0' && *at <= '9')
                ++at;
        }
    }
    if (plain && exponent >= -22 && exponent <= 22) {
        // Both are doubles without error, so that one operation rounds once (W. D. Clinger, 1990).
        const auto exact = static_cast<double>(mantissa);
        const double size =
            exponent < 0 ? exact / decimal::powersOfTen[-exponent] : exact * decimal::powersOfTen[exponent];
        value = negative ? -size : size;
        return at;
    }
    const auto [end, problem] = std::from_chars(begin, at, value);
    return problem == std::errc() && end == at ? at : nullptr;
}

} // namespace tachograph
