#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// The units that measure the same as `unit`, itself among them, in the order of the table: "s" -> s, ms, us, min, h,
/// d. Empty for a unit that the table does not have, and for "".
std::vector<std::string> unitsLike(std::string_view unit);

} // namespace tachograph
