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

/// "a>b": from a to b along a range of rows, `along` 0 .. 1.
double valueAlong(const std::string& word, double along) {
    const std::size_t arrow = word.find('>');
    const double from = std::stod(word.substr(0, arrow));
    return arrow == std::string::npos ? from : from + (std::stod(word.substr(arrow + 1)) - from) * along;
}

/// "7", "7@100", "1..40", "1..40@100+2.5"
struct RowRange {
    std::int64_t first = 0, last = 0;
    double time = RowInfo::none, every = 0;
};

RowRange rowRange(const std::string& word) {
    RowRange range;
    const std::size_t at = word.find('@');
    const std::string steps = word.substr(0, at);
    const std::size_t dots = steps.find("..");
    range.first = range.last = std::stoll(steps);
    if (dots != std::string::npos)
        range.last = std::stoll(steps.substr(dots + 2));
    if (at == std::string::npos)
        return range;
    range.time = std::stod(word.substr(at + 1));
    const std::size_t plus = word.find('+', at);
    range.every = plus == std::string::npos ? 0.0 : std::stod(word.substr(plus + 1));
    return range;
}

void addRows(RunBuilder& builder, const std::vector<std::uint32_t>& columns, const std::string& line) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    const RowRange range = rowRange(word);
    std::vector<std::string> cells;
    while (words >> word)
        cells.push_back(word);
    if (cells.size() != columns.size())
        refuse(line);
    for (std::int64_t step = range.first; step <= range.last; ++step) {
        const auto done = static_cast<double>(step - range.first);
        RowInfo info;
        info.step = step;
        info.time = range.time + range.every * done;
        info.place = builder.rowCount() + 1;
        const std::uint32_t row = builder.addRow(info);
        const double along = range.last == range.first ? 0.0 : done / static_cast<double>(range.last - range.first);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (cells[i] == "null")
                builder.addMissing(columns[i], row);
            else if (cells[i] != "-")
                builder.addValue(columns[i], row, valueAlong(cells[i], along));
        }
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
            addRows(builder, columns, line);
        }
    }
    return builder.build(MetricRoles::builtIn());
}

} // namespace tachograph::tests
