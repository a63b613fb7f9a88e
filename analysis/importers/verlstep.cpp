#include "analysis/importers/verlstep.h"

#include "analysis/core/text.h"
#include "analysis/importers/consoletext.h"

#include <algorithm>

namespace tachograph {

namespace {

constexpr std::string_view stepKey = "step:";
constexpr std::string_view separator = " - ";
constexpr std::size_t longestKey = 300;

/// "np.float64(0.1" or "np.flo": the end of the line came first.
bool isUnfinished(std::string_view value) {
    return value.empty() || value == "-" || std::ranges::count(value, '(') != std::ranges::count(value, ')') ||
           std::string_view("np.float64").starts_with(value) || value.back() == '.' || value.back() == 'e' ||
           value.back() == '-';
}

void addSegment(std::string_view segment, bool isLast, bool endMissing, VerlStep& step) {
    const std::size_t colon = segment.find(':');
    const bool whole = colon != std::string_view::npos && colon > 0;
    if (isLast && (!whole || endMissing || isUnfinished(segment.substr(colon + 1)))) {
        step.cut = true;
        step.cutKey = whole ? segment.substr(0, colon) : std::string_view();
        return;
    }
    if (!whole || colon > longestKey)
        return;
    const std::string_view key = segment.substr(0, colon), text = trimmed(segment.substr(colon + 1));
    if (const auto number = parseNumber(text))
        step.values.push_back({key, *number});
    else if (text == "None" || text == "null" || text.empty())
        step.missing.push_back(key);
    else
        step.words.push_back(key);
}

} // namespace

std::size_t findVerlStep(std::string_view text) {
    for (std::size_t at = text.find(stepKey); at != std::string_view::npos; at = text.find(stepKey, at + 1)) {
        if (at > 0 && text[at - 1] != ' ')
            continue;
        std::string_view rest = text.substr(at + stepKey.size());
        if (takeInteger(rest) && rest.starts_with(separator))
            return at;
    }
    return std::string_view::npos;
}

std::optional<VerlStep> scanVerlStep(std::string_view text, bool endMissing) {
    if (!text.starts_with(stepKey))
        return std::nullopt;
    text.remove_prefix(stepKey.size());
    const auto number = takeInteger(text);
    if (!number || !text.starts_with(separator))
        return std::nullopt;
    VerlStep step;
    step.step = *number;
    while (text.starts_with(separator)) {
        text.remove_prefix(separator.size());
        const std::size_t end = std::min(text.find(separator), text.size());
        const bool isLast = end == text.size();
        addSegment(isLast ? trimmed(text.substr(0, end)) : text.substr(0, end), isLast, endMissing, step);
        text.remove_prefix(end);
    }
    return step;
}

} // namespace tachograph
