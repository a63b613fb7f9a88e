#include "analysis/run/fallbackmessage.h"

#include <algorithm>
#include <array>
#include <string>

namespace tachograph {

namespace {

bool holdsAny(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [text](std::string_view word) { return text.find(word) != text.npos; });
}

} // namespace

bool tellsFallback(std::string_view text) {
    constexpr std::size_t longest = 600; // a message, not a dump of settings
    if (text.size() > longest)
        return false;
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    if (holdsAny(lower, {"falling back", "falls back to", "fell back to", "fallback to ", "using fallback"}))
        return true;
    const bool missing = holdsAny(lower, {"is not installed", "are not installed", "not available", "unavailable",
                                          "could not be imported", "failed to import", "could not import",
                                          "could not be loaded", "could not load"});
    return missing && holdsAny(lower, {"instead", "slower", "slow ", "reference implementation", "naive", "unfused",
                                       "for better performance", "for faster", "eager"});
}

} // namespace tachograph
