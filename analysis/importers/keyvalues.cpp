#include "analysis/importers/keyvalues.h"

#include "analysis/core/text.h"

#include <algorithm>

namespace tachograph {

namespace {

constexpr std::size_t longestKey = 80;

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isWordCharacter(char c) {
    return isLetter(c) || (c >= '0' && c <= '9') || std::string_view("_./()@%-+").find(c) != std::string_view::npos;
}

/// Where the key in front of the sign begins, not before `from`.
std::string_view keyBefore(std::string_view line, std::size_t from, std::size_t sign, bool words) {
    std::size_t begin = sign;
    while (begin > from && sign - begin <= longestKey) {
        const char c = line[begin - 1];
        const bool oneBlank = c == ' ' && words && (begin < 2 || line[begin - 2] != ' ');
        if (!isWordCharacter(c) && !oneBlank)
            break;
        --begin;
    }
    std::string_view key = trimmed(line.substr(begin, sign - begin));
    // " - " and "- " are separators, not parts of a key.
    if (const std::size_t dash = key.rfind("- "); dash != std::string_view::npos)
        key = trimmed(key.substr(dash + 2));
    // What is left of a clock or a number in front is no part of it either.
    while (key.find(' ') != std::string_view::npos && !std::ranges::any_of(key.substr(0, key.find(' ')), isLetter))
        key = trimmed(key.substr(key.find(' ')));
    return key;
}

} // namespace

std::vector<KeyValue> keyValuesOf(std::string_view line, bool torn, bool* cut) {
    std::vector<KeyValue> values;
    std::size_t from = 0;
    for (std::size_t sign = line.find_first_of("=:"); sign != std::string_view::npos;
         sign = line.find_first_of("=:", sign + 1)) {
        const std::string_view key = keyBefore(line, from, sign, line[sign] == ':');
        const auto quantity = key.empty() || key.size() > longestKey || !std::ranges::any_of(key, isLetter)
                                  ? std::nullopt
                                  : readQuantity(line.substr(sign + 1));
        // "10:05:33" and "name:7b" are no values.
        if (!quantity || (!quantity->rest.empty() &&
                          std::string_view(" ,;|)]}\t(").find(quantity->rest.front()) == std::string_view::npos))
            continue;
        const std::size_t end = line.size() - quantity->rest.size();
        if (torn && trimmed(quantity->rest).empty()) {
            if (cut)
                *cut = true;
            break;
        }
        values.push_back({key, quantity->value, quantity->unit});
        from = end;
        sign = std::max(sign, end > 0 ? end - 1 : end);
    }
    return values;
}

} // namespace tachograph
