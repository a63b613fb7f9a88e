#include "analysis/importers/wandbtime.h"

#include "analysis/importers/stepkeys.h"
#include "analysis/importers/wirereader.h"

namespace tachograph {

std::optional<double> secondsOf(std::string_view timestamp) {
    const auto seconds = fieldOf(timestamp, 1, WireField::Type::varint);
    const auto nanos = fieldOf(timestamp, 2, WireField::Type::varint);
    if (!seconds)
        return std::nullopt;
    const double fraction = nanos && nanos->raw < 1'000'000'000 ? static_cast<double>(nanos->raw) * 1e-9 : 0.0;
    return unixSeconds(static_cast<double>(seconds->integer()) + fraction);
}

} // namespace tachograph
