#pragma once

#include <optional>
#include <string_view>

namespace tachograph {

/// Unix seconds of a google.protobuf.Timestamp; nothing when it holds none that can be.
std::optional<double> secondsOf(std::string_view timestamp);

} // namespace tachograph
