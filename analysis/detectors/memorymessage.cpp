#include "analysis/detectors/memorymessage.h"

#include "analysis/core/text.h"

#include <array>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double bytesIn(std::string_view unit) {
    constexpr std::array<std::pair<std::string_view, double>, 6> units{
        {{"bytes", 1.0}, {"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}, {"MB", 1e6}, {"GB", 1e9}}};
    for (const auto& [name, bytes] : units)
        if (unit.starts_with(name))
            return bytes;
    return nan;
}

/// "214.00 MiB..." -> bytes.
double amountAt(std::string_view text) {
    const std::size_t blank = text.find(' ');
    if (blank == text.npos || blank > 20)
        return nan;
    const auto number = parseNumber(text.substr(0, blank));
    const double bytes = number ? *number * bytesIn(text.substr(blank + 1)) : nan;
    return std::isfinite(bytes) && bytes >= 0 ? bytes : nan;
}

double amountAfter(std::string_view text, std::string_view marker) {
    const std::size_t at = text.find(marker);
    return at == text.npos ? nan : amountAt(text.substr(at + marker.size()));
}

/// The two words in front of the marker: "187.44 MiB is free".
double amountBefore(std::string_view text, std::string_view marker) {
    const std::size_t at = text.find(marker);
    if (at == text.npos || at == 0)
        return nan;
    const std::size_t unit = text.rfind(' ', at - 1);
    if (unit == text.npos || unit == 0)
        return nan;
    const std::size_t begin = text.find_last_of(" (", unit - 1);
    return amountAt(text.substr(begin == text.npos ? 0 : begin + 1));
}

double known(double first, double second) {
    return std::isnan(first) ? second : first;
}

int gpuIn(std::string_view text) {
    const std::size_t at = text.find("GPU ");
    if (at == text.npos)
        return -1;
    const std::string_view rest = text.substr(at + 4);
    const auto number = parseNumber(rest.substr(0, rest.find_first_not_of("0123456789")));
    return number && *number >= 0 && *number < 100'000 ? static_cast<int>(*number) : -1;
}

} // namespace

MemoryMessage readMemoryMessage(std::string_view text) {
    MemoryMessage message;
    message.tried = amountAfter(text, "Tried to allocate ");
    message.free = known(amountBefore(text, " is free"), amountBefore(text, " free;"));
    message.capacity = known(amountAfter(text, "total capacity of "), amountBefore(text, " total capacity"));
    message.unallocated =
        known(amountBefore(text, " is reserved by PyTorch but unallocated"),
              amountBefore(text, " reserved in total by PyTorch") - amountBefore(text, " already allocated"));
    message.gpu = gpuIn(text);
    return message;
}

} // namespace tachograph
