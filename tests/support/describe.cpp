#include "tests/support/describe.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <cmath>

namespace tachograph::tests {

namespace {

std::string number(double value) {
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    return machineNumber(value);
}

std::string rowLine(const Run& run) {
    const Rows& rows = run.rows();
    std::string text;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (row > 0 && rows.attempt[row] != rows.attempt[row - 1])
            text += " |";
        text += " " + std::to_string(rows.step[row]);
        if (!std::isnan(rows.timeOf(row)))
            text += "@" + number(rows.timeOf(row));
        if (!std::isnan(rows.elapsedOf(row)))
            text += "+" + number(rows.elapsedOf(row));
        if (!rows.elapsedResolution.empty() && !std::isnan(rows.elapsedResolution[row]))
            text += "/" + number(rows.elapsedResolution[row]);
    }
    return text;
}

std::string seriesLine(const Run& run, const Series& series) {
    std::vector<std::string> cells(run.rows().size(), "-");
    for (const std::uint32_t row : series.missingRows)
        cells[row] = "null";
    for (std::size_t i = 0; i < series.size(); ++i) {
        std::string& cell = cells[series.rowOf(i)];
        cell = cell == "-" ? number(series.values[i]) : cell + "," + number(series.values[i]);
    }
    std::string text;
    for (const std::string& cell : cells)
        text += " " + cell;
    return text;
}

std::string eventLine(const Event& event) {
    std::string text = std::string("!") + eventKindName(event.kind);
    text += event.step ? " " + std::to_string(*event.step) : " -";
    if (event.time)
        text += "@" + number(*event.time);
    if (!event.text.empty())
        text += " " + event.text;
    if (event.durationSeconds)
        text += " (" + number(*event.durationSeconds) + " s)";
    return text;
}

} // namespace

std::string describe(const std::vector<RunPtr>& runs) {
    std::string text;
    for (const RunPtr& run : runs) {
        text += run->name() + ":" + rowLine(*run) + "\n";
        for (const Series& series : run->series())
            if (!series.derived)
                text += "  " + series.key + ":" + seriesLine(*run, series) + "\n";
        for (const Event& event : run->events())
            text += "  " + eventLine(event) + "\n";
        for (const auto& [key, value] : run->config())
            text += "  config " + key + " = " + value + "\n";
        for (const auto& [key, value] : run->environment())
            text += "  env " + key + " = " + value + "\n";
        for (const Issue& issue : run->issues().kept)
            text += "  issue " + issue.where + ": " + issue.text + "\n";
        if (!run->reading().stepSentence.empty() || run->reading().stepsCounted)
            text += "  steps: " + stepSentence(run->reading()) + "\n";
        for (const std::string& note : run->notes())
            text += "  note: " + note + "\n";
    }
    return text;
}

std::string describe(const Result<std::vector<RunPtr>>& runs) {
    return runs ? describe(*runs) : runs.error().message;
}

} // namespace tachograph::tests
