#include "analysis/importers/quantity.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <charconv>

namespace tachograph {

namespace {

constexpr std::size_t longestNumber = 48;

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Length of "nan", "inf" or "Infinity", with or without sign; 0 for anything else.
std::size_t lengthOfWord(std::string_view text) {
    const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    std::size_t end = sign;
    while (end < text.size() && isLetter(text[end]))
        ++end;
    const std::string_view word = text.substr(sign, end - sign);
    for (std::string_view known : {"nan", "inf", "infinity"})
        if (equalsIgnoringCase(word, known))
            return end;
    return 0;
}

/// Length of the longest number at the front.
std::size_t lengthOfNumber(std::string_view text) {
    double plain = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + std::min(text.size(), longestNumber), plain);
    if (problem == std::errc() && !text.empty() && text.front() >= '0' && text.front() <= '9') {
        // Digits with nothing behind them that could belong to a number: most are.
        const auto length = static_cast<std::size_t>(end - text.data());
        if (length == text.size() || std::string_view("0123456789.,eE+-").find(text[length]) == std::string_view::npos)
            return length;
    }
    if (const std::size_t word = lengthOfWord(text))
        return word;
    std::size_t length = std::min(text.find_first_not_of("0123456789.,eE+-"), std::min(text.size(), longestNumber));
    while (length > 0 && (!parseNumber(text.substr(0, length)) || text[length - 1] == ','))
        --length;
    return length;
}

/// Length of "np.float64(0.5)" or "tensor(0.5, device='cuda:0')"; 0 for anything else.
std::size_t lengthOfWrapped(std::string_view text) {
    constexpr std::size_t longest = 200;
    const std::size_t close = text.substr(0, longest).find(')');
    const bool wrapped = !text.empty() && isLetter(text.front()) && close != std::string_view::npos;
    return wrapped && parseNumber(text.substr(0, close + 1)) ? close + 1 : 0;
}

} // namespace

std::optional<Quantity> readQuantity(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    if (const std::size_t wrapped = lengthOfWrapped(text))
        return Quantity{*parseNumber(text.substr(0, wrapped)), {}, text.substr(wrapped)};
    const std::size_t length = lengthOfNumber(text);
    const auto number = length > 0 ? parseNumber(text.substr(0, length)) : std::nullopt;
    if (!number)
        return std::nullopt;
    Quantity quantity{*number, {}, text.substr(length)};
    std::size_t unit = 0;
    while (unit < quantity.rest.size() &&
           (isLetter(quantity.rest[unit]) || quantity.rest[unit] == '%' || quantity.rest[unit] == '/'))
        ++unit;
    quantity.unit = quantity.rest.substr(0, unit);
    quantity.rest.remove_prefix(unit);
    return quantity;
}

} // namespace tachograph
