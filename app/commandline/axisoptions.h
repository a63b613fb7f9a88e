#pragma once

#include "analysis/comparison/compareoptions.h"
#include "app/commandline/arguments.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tachograph::app {

/// A finite number as people write it.
std::optional<double> finiteNumber(const std::string& text);

/// "A:B", ":B", "A:" or ":", A below B; ends may be infinite.
std::optional<std::pair<double, double>> parseRange(const std::string& text);

/// The value of --gpu-price, 0 when it is not given.
std::variant<double, UsageError> readGpuPrice(const Arguments& arguments);
Option gpuPriceOption();

/// --axis, --offset, --range, --printed and --keep-events as far as they are given.
std::variant<CompareOptions, UsageError> readCompareOptions(const Arguments& arguments);

/// Sentences that several commands say.
inline constexpr const char* noSuchAxis = "axes are step, resume, elapsed, wall and tokens.";
inline constexpr const char* noSuchRange = "a range is A:B with A below B, in units of the axis; either may be empty.";

} // namespace tachograph::app
