#include "analysis/comparison/memory.h"

#include "analysis/core/text.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace tachograph {

namespace {

std::optional<double> unitBytes(std::string_view unit) {
    constexpr std::array units = {std::pair("GiB", 1073741824.0), std::pair("MiB", 1048576.0), std::pair("KiB", 1024.0),
                                  std::pair("bytes", 1.0)};
    for (const auto& [name, bytes] : units)
        if (unit.starts_with(name))
            return bytes;
    return std::nullopt;
}

bool isNumberCharacter(char c) {
    return (c >= '0' && c <= '9') || c == '.';
}

/// "214.00 MiB" at the beginning of `text`.
std::optional<double> amountAt(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && isNumberCharacter(text[end]))
        ++end;
    const auto number = parseNumber(text.substr(0, end));
    const auto bytes = end + 1 < text.size() ? unitBytes(text.substr(end + 1)) : std::nullopt;
    return number && bytes ? std::optional(*number * *bytes) : std::nullopt;
}

std::optional<double> amountAfter(std::string_view line, std::string_view words) {
    const std::size_t at = line.find(words);
    return at == std::string_view::npos ? std::nullopt : amountAt(line.substr(at + words.size()));
}

/// The amount right before `words`: "2.31 GiB is reserved by PyTorch".
std::optional<double> amountBefore(std::string_view line, std::string_view words) {
    const std::size_t at = line.find(words);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view before = line.substr(0, at);
    std::size_t begin = before.find_last_of(' ');
    if (begin == std::string_view::npos || begin == 0)
        return std::nullopt;
    begin = before.find_last_of(" ;(", begin - 1);
    return amountAt(before.substr(begin == std::string_view::npos ? 0 : begin + 1));
}

std::optional<int> gpuOf(std::string_view line) {
    for (const std::string_view words : {" GPU ", "(GPU ", "cuda:"}) {
        const std::size_t at = line.find(words);
        if (at == std::string_view::npos)
            continue;
        const std::size_t begin = at + words.size();
        std::size_t end = begin;
        while (end < line.size() && line[end] >= '0' && line[end] <= '9' && end < begin + 4)
            ++end;
        if (const auto number = parseNumber(line.substr(begin, end - begin)))
            return static_cast<int>(*number);
    }
    return std::nullopt;
}

std::string sentence(const OomReport& report) {
    std::string text = "Out of memory in " + std::string(report.inB ? "B" : "A");
    text += report.gpu ? " on GPU " + std::to_string(*report.gpu) : "";
    text += report.step ? " at step " + std::to_string(*report.step) : "";
    std::string details;
    const auto add = [&details](const std::optional<double>& bytes, const char* before, const char* after) {
        if (bytes)
            details += (details.empty() ? "" : ", ") + std::string(before) + formatQuantity(*bytes, "B") + after;
    };
    add(report.tried, "tried ", "");
    add(report.free, "", " free");
    add(report.reserved, "", " reserved but unallocated");
    text += details.empty() ? "." : ": " + details + '.';
    // What the allocator holds but does not use would have been enough.
    if (report.tried && report.reserved && *report.reserved > *report.tried)
        text += " The reserved memory is larger than what was tried: fragmentation.";
    return text;
}

/// One failure may be logged twice, as an exception and as its last line, and either may be cut.
void complete(OomReport& report, const OomReport& other) {
    for (const auto member : {&OomReport::tried, &OomReport::capacity, &OomReport::free, &OomReport::reserved})
        if (!(report.*member))
            report.*member = other.*member;
}

void addReports(std::vector<OomReport>& reports, const Run& run, bool inB) {
    std::map<std::pair<std::int64_t, int>, std::size_t> known;
    for (const Event& event : run.events()) {
        auto report =
            event.kind == EventKind::oom || event.kind == EventKind::exception ? readOom(event.text) : std::nullopt;
        if (!report && event.kind == EventKind::oom)
            report = OomReport{};
        if (!report)
            continue;
        report->inB = inB;
        report->step = event.step;
        const auto [place, fresh] =
            known.emplace(std::pair(event.step.value_or(-1), report->gpu.value_or(-1)), reports.size());
        if (fresh)
            reports.push_back(*report);
        else
            complete(reports[place->second], *report);
    }
}

/// Largest memory of every GPU in range, by its name in the role "gpu/N/memory".
std::map<std::string, double> largestMemory(const Run& run, const RowFilter& inRange) {
    std::map<std::string, double> most;
    const std::string prefix = roles::gpuPrefix, ending = "/memory";
    for (const Series& series : run.series()) {
        if (!series.role.starts_with(prefix) || !series.role.ends_with(ending) ||
            series.role.size() <= prefix.size() + ending.size())
            continue;
        const std::string gpu = series.role.substr(prefix.size(), series.role.size() - prefix.size() - ending.size());
        for (std::size_t i = 0; i < series.size(); ++i)
            if (std::isfinite(series.values[i]) && inRange(series.rowOf(i)))
                most[gpu] = std::max(most[gpu], series.inUnit(i));
    }
    return most;
}

} // namespace

std::optional<OomReport> readOom(std::string_view line) {
    if (line.find("out of memory") == std::string_view::npos && line.find("OutOfMemory") == std::string_view::npos)
        return std::nullopt;
    OomReport report;
    report.gpu = gpuOf(line);
    report.tried = amountAfter(line, "Tried to allocate ");
    report.capacity = amountAfter(line, "total capacity of ");
    if (!report.capacity)
        report.capacity = amountBefore(line, " total capacity");
    report.free = amountBefore(line, " is free");
    if (!report.free)
        report.free = amountBefore(line, " free;");
    report.reserved = amountBefore(line, " is reserved by PyTorch but unallocated");
    report.text = sentence(report);
    return report;
}

std::vector<OomReport> oomReports(const Run& a, const Run& b) {
    std::vector<OomReport> reports;
    addReports(reports, a, false);
    addReports(reports, b, true);
    for (OomReport& report : reports)
        report.text = sentence(report);
    return reports;
}

std::vector<MemoryFigures> memoryFigures(const Run& a, const RowFilter& inRangeA, const Run& b,
                                         const RowFilter& inRangeB, const std::vector<OomReport>& ooms) {
    std::map<std::string, MemoryFigures> figures;
    for (const auto& [gpu, bytes] : largestMemory(a, inRangeA))
        figures[gpu].a = bytes;
    for (const auto& [gpu, bytes] : largestMemory(b, inRangeB))
        figures[gpu].b = bytes;
    for (const OomReport& oom : ooms)
        if (oom.gpu && oom.capacity && figures.contains(std::to_string(*oom.gpu)))
            figures[std::to_string(*oom.gpu)].capacity = oom.capacity;
    std::vector<MemoryFigures> list;
    for (auto& [gpu, one] : figures) {
        one.gpu = gpu;
        list.push_back(one);
    }
    return list;
}

} // namespace tachograph
