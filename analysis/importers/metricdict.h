#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tachograph {

/// A Python dict of metrics as printed: "{'loss': 0.1, 'kl': None, 'lr': '1e-06'}".
struct MetricDict {
    std::vector<std::pair<std::string, double>> values; ///< numbers, also those in quotes, NaN and infinities
    std::vector<std::string> missing;                   ///< keys with None or nothing in quotes
    std::size_t words = 0;                              ///< values that are no numbers

    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] std::optional<double> find(std::string_view key) const;
};

/// Reads the dict at the front of `text`; what stands before the end of a cut one is kept, half a number is not.
/// Nested keys are joined with '.'.
MetricDict readMetricDict(std::string_view text);

} // namespace tachograph
