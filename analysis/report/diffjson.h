#pragma once

#include "analysis/comparison/comparisonset.h"

#include <string>
#include <string_view>

namespace tachograph {

/// The answer of `tachograph diff --json`, schema tachograph.diff/1. The first comparison is A against B; further ones
/// are A against the other runs and stand under "others". Ends with a newline.
std::string diffJson(const ComparisonSet& set, std::string_view version);

} // namespace tachograph
