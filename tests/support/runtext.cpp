#include "tests/support/runtext.h"

#include "analysis/core/text.h"
#include "analysis/run/runbuilder.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <vector>

namespace tachograph::tests {

namespace {

constexpr std::array kinds = {EventKind::checkpoint, EventKind::resume, EventKind::evaluation, EventKind::oom,
                              EventKind::exception,  EventKind::config, EventKind::exit,       EventKind::note};

[[noreturn]] void refuse(const std::string& line) {
    std::fprintf(stderr, "not a line of a run: %s\n", line.c_str());
    std::abort();
}

std::string rest(std::istringstream& words) {
    std::string text;
    std::getline(words, text);
    return std::string(trimmed(text));
}

void addDirective(RunBuilder& builder, const std::string& line) {
    std::istringstream words(line.substr(1));
    std::string what, key;
    words >> what;
    if (what == "restart")
        return builder.startAttempt(rest(words));
    words >> key;
    if (what == "setting")
        return builder.setConfig(key, rest(words));
    if (what == "environment")
        return builder.setEnvironment(key, rest(words));
    if (what == "issue")
        return builder.addLineIssue(std::stoull(key), rest(words), line);
    for (const EventKind kind : kinds) {
        if (what != eventKindName(kind))
            continue;
        Event event;
        event.kind = kind;
        if (key != "-")
            event.step = std::stoll(key);
        event.text = rest(words);
        return builder.addEvent(std::move(event));
    }
    refuse(line);
}

std::uint32_t addColumn(RunBuilder& builder, const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::uint32_t column = builder.series(word.substr(0, equals));
    if (equals != std::string::npos)
        builder.edit(column).role = word.substr(equals + 1);
    return column;
}

void addRow(RunBuilder& builder, const std::vector<std::uint32_t>& columns, const std::string& line) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    RowInfo info;
    const std::size_t at = word.find('@');
    info.step = std::stoll(word.substr(0, at));
    if (at != std::string::npos)
        info.time = std::stod(word.substr(at + 1));
    info.place = builder.rowCount() + 1;
    const std::uint32_t row = builder.addRow(info);
    for (const std::uint32_t column : columns) {
        if (!(words >> word))
            refuse(line);
        if (word == "null")
            builder.addMissing(column, row);
        else if (word != "-")
            builder.addValue(column, row, std::stod(word));
    }
}

} // namespace

std::shared_ptr<const Run> runFromText(std::string_view text, const std::string& name, const std::string& format) {
    RunBuilder builder(name, name + ".jsonl", format);
    builder.setRepeatRule(RepeatRule::median);
    std::istringstream lines{std::string(text)};
    std::vector<std::uint32_t> columns;
    bool header = true;
    for (std::string line; std::getline(lines, line);) {
        line = trimmed(line);
        if (line.empty())
            continue;
        if (line.front() == '!') {
            addDirective(builder, line);
        } else if (header) {
            std::istringstream words(line);
            std::string word;
            for (words >> word; words >> word;)
                columns.push_back(addColumn(builder, word));
            header = false;
        } else {
            addRow(builder, columns, line);
        }
    }
    return builder.build(MetricRoles::builtIn());
}

} // namespace tachograph::tests
