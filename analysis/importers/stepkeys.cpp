#include "analysis/importers/stepkeys.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::array stepKeys = std::to_array<std::string_view>(
    {"step", "global_step", "train/global_step", "training/global_step", "trainer/global_step", "global_step/max_steps",
     "current_steps", "training_step", "train/step", "iteration", "iter", "update", "rollout/step", "rollout_id",
     "episode", "_step"});
constexpr std::array timeKeys = std::to_array<std::string_view>(
    {"timestamp", "_timestamp", "time", "wall_time", "ts", "datetime", "date", "logged_at", "created_at"});
constexpr std::array elapsedKeys = std::to_array<std::string_view>({"elapsed_time", "_runtime", "elapsed", "elapsed_s",
                                                                    "elapsed_seconds", "time_elapsed", "relative_time",
                                                                    "Relative Time (Process)", "Relative Time (Wall)"});

} // namespace

std::optional<int> stepKeyRank(std::string_view key) {
    const auto found =
        std::ranges::find_if(stepKeys, [key](std::string_view name) { return equalsIgnoringCase(name, key); });
    if (found == stepKeys.end())
        return std::nullopt;
    return static_cast<int>(found - stepKeys.begin());
}

KeyUse timeKeyUse(std::string_view key) {
    if (std::ranges::find(timeKeys, key) != timeKeys.end())
        return KeyUse::time;
    if (std::ranges::find(elapsedKeys, key) != elapsedKeys.end())
        return KeyUse::elapsed;
    return KeyUse::series;
}

std::optional<std::int64_t> stepFromNumber(double value) {
    // From 2^53 on a double may stand for another whole number than was written, and no training has that many steps.
    constexpr double most = 9007199254740991.0;
    if (!(std::abs(value) <= most) || value != std::floor(value))
        return std::nullopt;
    return static_cast<std::int64_t>(value);
}

std::optional<std::int64_t> stepFromText(std::string_view text) {
    const auto number = parseNumber(text.substr(0, text.find('/')));
    return number ? stepFromNumber(*number) : std::nullopt;
}

std::optional<double> unixSeconds(double value) {
    if (value >= 1e9 && value < 1e11)
        return value;
    if (value >= 1e12 && value < 1e14)
        return value / 1000.0;
    return std::nullopt;
}

} // namespace tachograph
