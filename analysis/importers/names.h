#pragma once

#include <string>
#include <string_view>

namespace tachograph {

/// The file name without its last ending: "run.2.jsonl" -> "run.2", ".jsonl" -> ".jsonl".
inline std::string stemOf(std::string_view fileName) {
    const std::size_t point = fileName.rfind('.');
    return std::string(fileName.substr(0, point == 0 ? std::string_view::npos : point));
}

} // namespace tachograph
