#include "analysis/comparison/logmessages.h"

#include "analysis/comparison/messages.h"
#include "analysis/core/linereader.h"
#include "analysis/core/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace tachograph {

namespace {

constexpr std::uint64_t mostBytes = std::uint64_t{64} << 20;
constexpr std::size_t mostKinds = 2000;
constexpr std::size_t longestText = 300;

/// What a line says when something is not as it should be.
constexpr std::array warningWords = {"warn",          "error",         "fallback",  "falling back", "deprecat",
                                     "not installed", "not available", "not found", "failed",       "disabling",
                                     "disabled",      "unsupported",   "retrying",  "out of memory"};

bool warns(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return std::ranges::any_of(warningWords,
                               [&lower](const char* word) { return lower.find(word) != std::string::npos; });
}

/// Metric lines repeat and hold many numbers; a metric may be named "error".
bool isMetricLine(std::string_view text) {
    constexpr std::ptrdiff_t many = 4;
    return std::ranges::count(text, '=') + std::ranges::count(text, ':') > many &&
           std::ranges::count_if(text, [](char c) { return c >= '0' && c <= '9'; }) > 20;
}

bool isLog(const SourceFile& file) {
    return file.name.ends_with(".log") || file.name.ends_with(".txt") || file.name.ends_with(".out");
}

} // namespace

std::vector<LogMessage> logMessages(Source& source, const Job& job, const PlaceRange& lines) {
    std::vector<LogMessage> messages;
    std::map<std::string, std::size_t> index;
    LineReader reader(source, LineReader::CarriageReturn::split);
    while (const auto line = reader.next()) {
        if (line->offset > mostBytes || (line->number % 1024 == 0 && job.canceled()))
            break;
        if (!lines.contains(line->number))
            continue;
        const std::string_view head = line->text.substr(0, 4096);
        if (!warns(head) || isMetricLine(head))
            continue;
        const std::string text = plainText(trimmed(stripAnsi(head)), longestText);
        const std::string pattern = messageTemplate(text);
        const auto known = index.find(pattern);
        if (known != index.end()) {
            ++messages[known->second].count;
        } else if (messages.size() < mostKinds) {
            index.emplace(pattern, messages.size());
            messages.push_back({pattern, text, 1});
        }
    }
    return messages;
}

std::vector<LogMessage> logMessagesOf(const Run& run, const Job& job, const PlaceRange& lines) {
    std::vector<LogMessage> messages;
    if (run.format().find("console") == std::string::npos)
        return messages;
    const bool one = std::ranges::count_if(run.sources(), isLog) == 1;
    for (const SourceFile& file : run.sources()) {
        if (!isLog(file))
            continue;
        auto source = Source::openFile(file.path);
        if (!source)
            continue; // moved since it was read: what it says is in the run's events
        const auto more = logMessages(*source, job, one ? lines : PlaceRange{});
        messages.insert(messages.end(), more.begin(), more.end());
    }
    return messages;
}

} // namespace tachograph
