#include "analysis/report/reportcontent.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tachograph {

namespace {

constexpr std::array<std::pair<std::string_view, bool ReportContent::*>, 4> parts{
    {{"lanes", &ReportContent::lanes},
     {"findings", &ReportContent::findings},
     {"tables", &ReportContent::tables},
     {"notes", &ReportContent::notes}}};

} // namespace

std::optional<ReportContent> contentWithout(std::string_view list) {
    ReportContent content;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const auto part =
            std::ranges::find(parts, list.substr(begin, end - begin), [](const auto& p) { return p.first; });
        if (part == parts.end())
            return std::nullopt;
        content.*part->second = false;
        begin = end + 1;
    }
    if (std::ranges::none_of(parts, [&content](const auto& part) { return content.*part.second; }))
        return std::nullopt;
    return content;
}

std::string withoutText(const ReportContent& content) {
    std::string text;
    for (const auto& [name, member] : parts)
        if (!(content.*member))
            text += (text.empty() ? "" : ",") + std::string(name);
    return text;
}

} // namespace tachograph
