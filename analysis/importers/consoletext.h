#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What console logs of different trainers have in common: what stands in front of a line, and small scanners.
/// Everything here looks at one line without its line end; nothing is copied but for colours.
namespace tachograph {

/// A line without what launchers and loggers put in front of it.
struct ConsoleLine {
    std::string_view text;      ///< the rest, leading blanks of an indented text kept
    std::optional<double> time; ///< Unix seconds, when a time stamp stood in front
    std::optional<int> rank;    ///< of "[rank3]:" and "[default3]:"
};

/// Removes "(TaskRunner pid=17, ip=10.0.0.2) ", "[rank0]:", "[default0]:" and "2026-04-18 22:15:44,378 ", also with
/// a logger's name "[titan] " in front, in any order and number. Colours must be gone before (stripAnsi). An elapsed
/// stamp such as "[8m]" is not a prefix.
ConsoleLine stripPrefixes(std::string_view line);

/// A whole number at the front of `text`, removed from it; nothing (and nothing removed) when there is none or it is
/// too large for a step.
std::optional<std::int64_t> takeInteger(std::string_view& text);

/// The step in a path such as ".../global_step_50", ".../checkpoint-500" or ".../step_690": the digits after the last
/// '_' or '-' of the last path component, or nothing.
std::optional<std::int64_t> stepInPath(std::string_view path);

/// "key=value key2=value2": pairs in order; words without '=' are skipped. Keys are identifiers with '.', '/' and '-'.
std::vector<std::pair<std::string, std::string>> keyValuePairs(std::string_view text);

/// Settings of a Python dict as printed ("{'a': {'b': 1}}") or pretty-printed over several lines: nested keys joined
/// with '.', list items by index, strings without quotes and joined where Python broke them. Tolerant: reads up to
/// where the text ends or stops being a dict. `prefix` goes in front of every key. At most 20,000 entries.
std::vector<std::pair<std::string, std::string>> flattenPythonDict(std::string_view text, std::string_view prefix = {});

} // namespace tachograph
