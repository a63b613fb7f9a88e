#pragma once

#include "analysis/detectors/finding.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>
#include <string>

/// Pieces that the JSON documents of the command line share. Keys keep the order in which they are written; numbers are
/// unrounded, what is not finite is null.
namespace tachograph {

using OrderedJson = nlohmann::ordered_json;

/// All but ASCII is written as an escape: these documents are printed to terminals too, where a name from a recording
/// must not turn text around.
inline constexpr bool escapeAll = true;

inline OrderedJson jsonNumber(double value) {
    return std::isfinite(value) ? OrderedJson(value) : OrderedJson();
}

template <typename T>
OrderedJson jsonOrNull(const std::optional<T>& value) {
    return value ? OrderedJson(*value) : OrderedJson();
}

inline OrderedJson jsonOrNull(const std::string& text) {
    return text.empty() ? OrderedJson() : OrderedJson(text);
}

/// A finding as in inspect's diagnosis and, with its code in front, in diff.
OrderedJson findingJson(const Finding& finding, bool withCode);

} // namespace tachograph
