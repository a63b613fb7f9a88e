#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tachograph {

/// What a key of a row is for, apart from being a series.
enum class KeyUse : std::uint8_t { series, step, time, elapsed };

/// Preference of a key as the step number: 0 is best, nothing when the key does not count steps. A trainer's own
/// step comes before a tracker's `_step`, which runs ahead of it.
std::optional<int> stepKeyRank(std::string_view key);

/// time: "timestamp", "wall_time"; elapsed: "elapsed_time", "_runtime"; series: anything else. The names of step
/// numbers count as series here: which of them is the step is decided for a whole recording.
KeyUse timeKeyUse(std::string_view key);

/// A whole number, also as 12.0, "12" or "12/438"; nothing when it is none or does not fit.
std::optional<std::int64_t> stepFromNumber(double value);
std::optional<std::int64_t> stepFromText(std::string_view text);

/// Unix seconds, when the number can be a moment at all: seconds between 2001 and 5138, or milliseconds of that time.
std::optional<double> unixSeconds(double value);

} // namespace tachograph
