#include "tests/support/eventfile.h"

#include "analysis/core/text.h"
#include "analysis/importers/crc32.h"
#include "tests/support/wirewriter.h"

#include <cstdlib>
#include <sstream>
#include <vector>

namespace tachograph::tests {

namespace {

double number(const std::string& text) {
    return parseNumber(text).value();
}

/// "10@101.5": step and time; either may be missing.
WireWriter eventAt(const std::string& moment) {
    WireWriter event;
    const std::size_t at = moment.find('@');
    if (at != std::string::npos)
        event.fixed64(1, number(moment.substr(at + 1)));
    const std::string step = moment.substr(0, at);
    if (!step.empty() && step != "-" && step.find_first_not_of("-0123456789") == std::string::npos)
        event.varint(2, static_cast<std::uint64_t>(std::strtoll(step.c_str(), nullptr, 10)));
    return event;
}

std::string eventsOfLine(const std::string& line) {
    std::istringstream words(line);
    std::string first, word;
    words >> first;
    const std::string what = first.substr(0, first.find('@'));
    if (what == "version")
        return eventRecord(eventAt(first).bytes(3, "brain.Event:2").message());
    if (what == "start" || what == "stop")
        return eventRecord(
            eventAt(first).bytes(7, WireWriter().varint(1, what == "start" ? 1 : 2).message()).message());
    if (what == "checkpoint") {
        words >> first >> word;
        return eventRecord(eventAt(first).bytes(7, WireWriter().varint(1, 3).bytes(2, word).message()).message());
    }
    std::string events;
    while (words >> word) {
        const std::size_t equals = word.rfind('=');
        WireWriter value;
        value.bytes(1, word.substr(0, equals)).fixed32(2, static_cast<float>(number(word.substr(equals + 1))));
        events += eventRecord(eventAt(first).bytes(5, WireWriter().bytes(1, value.message()).message()).message());
    }
    return events;
}

} // namespace

std::string eventRecord(std::string_view data) {
    const std::string length = lowestFirst(std::uint64_t{data.size()});
    return length + lowestFirst(Crc32::masked(Crc32::castagnoli().of(length))) + std::string(data) +
           lowestFirst(Crc32::masked(Crc32::castagnoli().of(data)));
}

std::string eventFile(std::string_view text) {
    std::istringstream lines{std::string(text)};
    std::string line, bytes;
    while (std::getline(lines, line))
        if (line.find_first_not_of(' ') != std::string::npos)
            bytes += eventsOfLine(line);
    return bytes;
}

std::string tensorEvent(std::int64_t step, std::string_view tag, std::string_view tensor, std::string_view metadata) {
    WireWriter value;
    value.bytes(1, tag).bytes(8, tensor);
    if (!metadata.empty())
        value.bytes(9, metadata);
    WireWriter event;
    event.varint(2, static_cast<std::uint64_t>(step)).bytes(5, WireWriter().bytes(1, value.message()).message());
    return eventRecord(event.message());
}

std::string pluginMetadata(std::string_view plugin, std::string_view content) {
    WireWriter data;
    data.bytes(1, plugin);
    if (!content.empty())
        data.bytes(2, content);
    return WireWriter().bytes(1, data.message()).message();
}

} // namespace tachograph::tests
