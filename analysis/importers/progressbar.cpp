#include "analysis/importers/progressbar.h"

#include "analysis/core/text.h"
#include "analysis/importers/consoletext.h"

#include <algorithm>

namespace tachograph {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// "841/4096" right in front of `end`.
bool readCounts(std::string_view text, std::size_t end, ProgressBar& bar) {
    std::size_t begin = end;
    while (begin > 0 && (isDigit(text[begin - 1]) || text[begin - 1] == '/'))
        --begin;
    std::string_view counts = text.substr(begin, end - begin);
    const auto done = takeInteger(counts);
    if (!done || !counts.starts_with('/'))
        return false;
    counts.remove_prefix(1);
    const auto total = takeInteger(counts);
    if (!total || !counts.empty() || *total == 0)
        return false;
    bar.done = *done;
    bar.total = *total;
    return true;
}

/// The digits of the percentage in front of "%|" are not part of the description.
std::string_view descriptionIn(std::string_view text) {
    while (!text.empty() && isDigit(text.back()))
        text.remove_suffix(1);
    text = trimmed(text);
    if (text.ends_with(':'))
        text.remove_suffix(1);
    return trimmed(text);
}

} // namespace

std::optional<ProgressBar> findProgressBar(std::string_view text, std::size_t from) {
    constexpr std::size_t longestBar = 400;
    for (std::size_t percent = text.find("%|", from); percent != std::string_view::npos;
         percent = text.find("%|", percent + 2)) {
        const std::size_t open = text.find(" [", percent);
        if (open == std::string_view::npos || open > percent + longestBar)
            continue;
        ProgressBar bar;
        if (!readCounts(text, open, bar))
            continue;
        const std::size_t close = text.find(']', open);
        if (close == std::string_view::npos || close > open + longestBar)
            continue;
        const std::string_view inside = text.substr(open + 2, close - open - 2);
        if (const auto elapsed = parseDuration(inside.substr(0, inside.find_first_of("<,"))))
            bar.elapsed = elapsed->seconds;
        // Behind "elapsed<remaining, rate": what the program shows beside its bar.
        const std::size_t rate = inside.find(", ");
        const std::size_t behind = rate == std::string_view::npos ? rate : inside.find(", ", rate + 2);
        if (behind != std::string_view::npos)
            bar.postfix = inside.substr(behind + 2);
        bar.description = descriptionIn(text.substr(from, percent - from));
        bar.end = close + 1;
        return bar;
    }
    return std::nullopt;
}

} // namespace tachograph
