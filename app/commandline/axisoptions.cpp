#include "app/commandline/axisoptions.h"

#include "analysis/core/text.h"

#include <cmath>
#include <limits>

namespace tachograph::app {

namespace {

/// "965:707": a step of A and one of B.
std::optional<std::pair<std::int64_t, std::int64_t>> parseSteps(const std::string& text) {
    constexpr double most = 9e15; // doubles hold whole numbers up to here
    const auto colon = text.find(':');
    if (colon == std::string::npos)
        return std::nullopt;
    const auto a = finiteNumber(text.substr(0, colon)), b = finiteNumber(text.substr(colon + 1));
    const auto isStep = [](const std::optional<double>& value) {
        return value && *value >= 0.0 && *value <= most && *value == std::floor(*value);
    };
    if (!isStep(a) || !isStep(b))
        return std::nullopt;
    return std::pair(static_cast<std::int64_t>(*a), static_cast<std::int64_t>(*b));
}

} // namespace

std::optional<double> finiteNumber(const std::string& text) {
    const std::optional<double> value = parseNumber(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<std::pair<double, double>> parseRange(const std::string& text) {
    const auto colon = text.find(':');
    if (colon == std::string::npos || text.find(':', colon + 1) != std::string::npos)
        return std::nullopt;
    constexpr double endless = std::numeric_limits<double>::infinity();
    std::pair range{-endless, endless};
    const std::string from = text.substr(0, colon), to = text.substr(colon + 1);
    const auto low = finiteNumber(from), high = finiteNumber(to);
    if ((!low && !from.empty()) || (!high && !to.empty()))
        return std::nullopt;
    range.first = low.value_or(range.first);
    range.second = high.value_or(range.second);
    return range.first < range.second ? std::optional(range) : std::nullopt;
}

Option gpuPriceOption() {
    return {"--gpu-price", "P", "price of a GPU-hour, for the bill of runs whose number of GPUs is known"};
}

std::variant<double, UsageError> readGpuPrice(const Arguments& arguments) {
    const auto text = arguments.value("--gpu-price");
    if (!text)
        return 0.0;
    const auto price = finiteNumber(*text);
    if (!price || !(*price > 0.0))
        return UsageError{"--gpu-price " + *text, "a price is a number above 0."};
    return *price;
}

std::variant<CompareOptions, UsageError> readCompareOptions(const Arguments& arguments) {
    CompareOptions options;
    if (const auto text = arguments.value("--axis")) {
        options.axis = xAxisFromName(*text);
        if (!options.axis)
            return UsageError{"--axis " + *text, noSuchAxis};
    }
    if (const auto text = arguments.value("--offset")) {
        const auto number = finiteNumber(*text);
        if (!number)
            return UsageError{"--offset " + *text, "an offset is a number in units of the axis."};
        options.offset = *number;
    }
    if (const auto text = arguments.value("--range")) {
        const auto range = parseRange(*text);
        if (!range)
            return UsageError{"--range " + *text, noSuchRange};
        if (std::isfinite(range->first))
            options.rangeMin = range->first;
        if (std::isfinite(range->second))
            options.rangeMax = range->second;
    }
    options.leaveOutEvents = !arguments.has("--keep-events");
    if (const auto text = arguments.value("--printed")) {
        options.printedAt = parseSteps(*text);
        if (!options.printedAt)
            return UsageError{"--printed " + *text, "it is A:B, a step of A and a step of B, such as 965:707."};
    }
    return options;
}

} // namespace tachograph::app
