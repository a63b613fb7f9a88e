#include "analysis/importers/metricdict.h"

#include "analysis/core/text.h"
#include "analysis/importers/consoletext.h"

#include <algorithm>

namespace tachograph {

bool MetricDict::has(std::string_view key) const {
    return find(key).has_value() || std::ranges::find(missing, key) != missing.end();
}

std::optional<double> MetricDict::find(std::string_view key) const {
    for (const auto& [name, value] : values)
        if (name == key)
            return value;
    return std::nullopt;
}

MetricDict readMetricDict(std::string_view text) {
    MetricDict dict;
    for (auto& [key, value] : flattenPythonDict(text)) {
        if (const auto number = parseNumber(value))
            dict.values.emplace_back(std::move(key), *number);
        else if (value.empty() || value == "None" || value == "null")
            dict.missing.push_back(std::move(key));
        else
            ++dict.words;
    }
    return dict;
}

} // namespace tachograph
