#pragma once

#include "analysis/core/result.h"
#include "analysis/run/run.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace tachograph {

/// The settings in a JSON or YAML file, flattened: nested keys joined with '.', scalars as recorded, lists on one line.
/// W&B's form (`key: {value: ...}`) is recognised and unwrapped; its block `_wandb` keeps its place below "_wandb.".
/// Bounds: 4 MiB, 10,000 settings, 100,000 nodes (so that YAML aliases cannot unfold without end).
Result<Settings> readSettingsFile(const std::string& path);

/// The same for text; `name` is for the error's sentence. JSON when it begins with '{', else YAML.
Result<Settings> parseSettings(std::string_view text, const std::string& name);

inline constexpr std::size_t largestSettingsFile = std::size_t{4} << 20;

} // namespace tachograph
