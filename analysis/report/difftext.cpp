#include "analysis/report/difftext.h"

#include "analysis/core/text.h"
#include "analysis/report/diffwords.h"
#include "analysis/report/setwords.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace tachograph {

namespace {

constexpr std::size_t mostSettingRows = 40;

/// Counts characters, not bytes.
std::size_t characters(const std::string& text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width) {
    const std::size_t length = characters(text);
    return text + std::string(length < width ? width - length : 1, ' ');
}

std::string heading(const std::string& title) {
    return '\n' + title + '\n';
}

std::string identity(const char* letter, const Run& run) {
    const std::size_t attempts = run.attempts().size();
    return std::string(letter) + "  " + plainText(run.name(), 60) + ": " +
           formatCount(static_cast<std::int64_t>(run.stepCount())) + (run.stepCount() == 1 ? " step, " : " steps, ") +
           std::to_string(run.firstStep()) + " to " + std::to_string(run.lastStep()) +
           (attempts > 1 ? ", all of its " + std::to_string(attempts) + " attempts\n" : "\n");
}

std::string printedText(const PrintedPair& pair, const std::string& unit) {
    return formatQuantity(pair.a, unit) + " at step " + std::to_string(pair.stepA) + ", " +
           formatQuantity(pair.b, unit) + " at step " + std::to_string(pair.stepB) + ", " + formatChange(pair.effect);
}

/// Columns as wide as their widest cell.
std::string columns(const Table& table) {
    std::vector<std::size_t> widths(table.columns.size(), 0);
    const auto widen = [&widths](const std::vector<std::string>& row) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], characters(row[i]) + 2);
    };
    widen(table.columns);
    std::ranges::for_each(table.rows, widen);
    std::string text;
    const auto add = [&](const std::vector<std::string>& row) {
        std::string line = "  ";
        for (std::size_t i = 0; i < row.size(); ++i)
            line += i + 1 < row.size() ? padded(row[i], widths[i]) : row[i];
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    };
    add(table.columns);
    std::ranges::for_each(table.rows, add);
    return text;
}

std::string printedMarksText(const Comparison& comparison) {
    if (comparison.printedMarks.empty())
        return {};
    const PrintedPair& quoted = comparison.printedMarks.back().againstQuoted;
    return heading("Printed throughput by when B is looked at (A's last: " +
                   printedStretch(quoted.a, roleInfo(roles::throughput).unit, quoted.sameSinceA, quoted.stepA) + ", +" +
                   std::to_string(quoted.distanceA) + ')') +
           columns(printedMarksTable(comparison));
}

using MetricCells = std::array<std::string, 7>;

MetricCells metricCells(const MetricComparison& metric) {
    const bool judged = std::isfinite(metric.effect);
    return {roleInfo(metric.role).title,
            formatQuantity(metric.a.median, metric.unit),
            formatQuantity(metric.b.median, metric.unit),
            judged ? formatChange(metric.effect) : "",
            judged && std::isfinite(metric.low) ? formatChange(metric.low) + " to " + formatChange(metric.high) : "",
            metric.counted ? "counted" : std::to_string(metric.a.count) + "/" + std::to_string(metric.b.count),
            metric.counted ? "" : formatNumber(metric.a.effective, 3) + "/" + formatNumber(metric.b.effective, 3)};
}

/// What is said of a quantity behind its cells, and below them where averages since the start are printed.
std::string metricWords(const MetricComparison& metric) {
    std::string words = std::isfinite(metric.effect) ? verdictName(metric.verdict) : "";
    words += metric.note.empty() ? "" : " (" + plainText(metric.note, 80) + ")";
    if (metric.printed) {
        words += "\n    printed, averages since the start: " + printedText(metric.printed->quoted, metric.unit);
        if (metric.printed->quoted.distanceA != metric.printed->quoted.distanceB)
            words += " (unequal distance from the start)";
        if (metric.printed->equalDistance)
            words += "\n    at equal distance: " + printedText(*metric.printed->equalDistance, metric.unit) +
                     "; lower at " + std::to_string(metric.printed->lower) + " of " +
                     std::to_string(metric.printed->distances) +
                     " equal distances, which a longer start-up alone can do";
    }
    return words + '\n';
}

/// Columns as wide as their widest cell, and never so narrow that those of two diffs do not meet.
std::string metricRows(const std::vector<MetricComparison>& metrics) {
    std::array<std::size_t, std::tuple_size_v<MetricCells>> widths{22, 14, 14, 11, 24, 11, 11};
    for (const MetricComparison& metric : metrics) {
        const MetricCells cells = metricCells(metric);
        for (std::size_t i = 0; i < cells.size(); ++i)
            widths[i] = std::max(widths[i], characters(cells[i]) + 1);
    }
    std::string text;
    for (const MetricComparison& metric : metrics) {
        const MetricCells cells = metricCells(metric);
        text += "  ";
        for (std::size_t i = 0; i < cells.size(); ++i)
            text += padded(cells[i], widths[i]);
        text += metricWords(metric);
    }
    return text;
}

std::string settingRows(const std::vector<SettingDifference>& rows) {
    std::string text;
    std::size_t shown = 0;
    for (const SettingDifference& row : rows) {
        if (row.kind == SettingDifference::Kind::identity)
            continue;
        if (++shown > mostSettingRows)
            continue;
        using Change = SettingDifference::Change;
        text += "  " + padded(plainText(row.key, 40), 32);
        text += (row.change == Change::added ? "not set" : plainText(row.a, 60)) + " \xE2\x86\x92 " +
                (row.change == Change::removed ? "not set" : plainText(row.b, 60));
        text += row.remark.empty() ? "\n" : "  (" + plainText(row.remark, 80) + ")\n";
    }
    if (shown > mostSettingRows)
        text += "  and " + std::to_string(shown - mostSettingRows) + " more\n";
    return text;
}

std::string etaLine(const char* letter, const EtaPoint& eta) {
    if (!eta.printed && !eta.implied)
        return {};
    return std::string("  ETA of ") + letter + ": printed " + (eta.printed ? formatEta(*eta.printed) : "not logged") +
           " at step " + std::to_string(eta.step) + ", at the true pace " +
           (eta.implied ? formatEta(*eta.implied) : std::string("not known")) + '\n';
}

std::string windowLine(const char* letter, const SteadyRows& rows) {
    return std::string("  ") + letter + ": " + std::to_string(rows.steps) +
           " steps used; left out: " + std::to_string(rows.warmUpSteps) + " of warm-up, " +
           std::to_string(rows.eventSteps) + " at checkpoints or evaluations, " + std::to_string(rows.outsideSteps) +
           " outside of the compared range" +
           (rows.afterFailureSteps > 0 ? ", " + std::to_string(rows.afterFailureSteps) + " after an exception" : "") +
           '\n';
}

std::string alignmentText(const Comparison& comparison) {
    std::string text = "Aligned by " + std::string(xAxisName(comparison.alignment.axis)) + ", offset " +
                       formatNumber(comparison.alignment.offset) + ": " + plainText(comparison.alignment.why) + ".\n";
    if (const std::string range = chosenRangeText(comparison.options, comparison.alignment.axis); !range.empty())
        text += "Only " + range + ": every number is of that range.\n";
    for (const std::string& doubt : comparison.alignment.doubts)
        text += "  Doubt: " + plainText(doubt) + '\n';
    for (const std::string& warning : comparison.warnings)
        text += "  May not be comparable: " + plainText(warning) + '\n';
    return text + windowLine("A", comparison.rowsA) + windowLine("B", comparison.rowsB);
}

std::string signedSeconds(double seconds) {
    if (seconds == 0.0)
        return "0 s";
    return seconds < 0.0 ? "\xE2\x88\x92" + formatStepTime(-seconds) : "+" + formatStepTime(seconds);
}

std::string waterfallText(const Waterfall& waterfall) {
    if (waterfall.parts.empty())
        return {};
    std::string text = heading("From A's time per step to B's: " + formatStepTime(waterfall.a) + " \xE2\x86\x92 " +
                               formatStepTime(waterfall.b));
    for (const DifferencePart& part : waterfall.parts)
        text += "  " + padded(part.name, 28) + padded(signedSeconds(part.seconds), 12) +
                formatNumber(100.0 * part.share, 3) + " %\n";
    return waterfall.note.empty() ? text : text + "  " + waterfall.note + '\n';
}

std::string startText(const Comparison& comparison) {
    std::string text = heading("Start, ramp, ETA");
    if (std::isfinite(comparison.startUp.a) && std::isfinite(comparison.startUp.b))
        text += "  Start-up: " + formatElapsed(comparison.startUp.a) + " in A, " + formatElapsed(comparison.startUp.b) +
                " in B" + (hasSeveralAttempts(comparison) ? ", of the last attempts\n" : "\n");
    text += "  Still ramping up? A: " + comparison.rampA.text + " B: " + comparison.rampB.text + '\n';
    if (comparison.matched)
        text += "  " + comparison.matched->text + '\n';
    return text + etaLine("A", comparison.etaA.quoted) + etaLine("B", comparison.etaB.quoted);
}

std::string messageRows(const std::vector<MessageDifference>& messages) {
    constexpr std::size_t most = 20;
    std::string text;
    for (std::size_t i = 0; i < std::min(messages.size(), most); ++i)
        text += std::string("  ") + (messages[i].newInB ? "New in B" : "Gone in B") + " (" +
                std::to_string(messages[i].count) + "): " + plainText(messages[i].text, 200) + '\n';
    if (messages.size() > most)
        text += "  and " + std::to_string(messages.size() - most) + " more messages\n";
    return text;
}

std::string circumstances(const Comparison& comparison) {
    std::string text =
        heading("What differs besides (" + std::to_string(comparison.equalSettings) + " settings are equal)");
    text += settingRows(comparison.config) + settingRows(comparison.environment);
    if (const std::size_t folded = foldedRows(comparison); folded > 0)
        text += "  and " + std::to_string(folded) + " names, places, times or seeds\n";
    text += messageRows(comparison.messages);
    for (const OomReport& oom : comparison.ooms)
        text += "  " + plainText(oom.text) + '\n';
    for (const MemoryFigures& memory : comparison.memory)
        text += "  Memory of GPU " + plainText(memory.gpu, 20) + ": " + memoryText(memory) + '\n';
    if (const std::string together = inseparableText(comparison); !together.empty())
        text += "  Changed together, cannot be separated: " + together + '\n';
    text += "  " + plainText(comparison.expectation.text) + '\n';
    if (!comparison.expectation.experiment.empty())
        text += "  " + plainText(comparison.expectation.experiment) + '\n';
    return text;
}

std::string comparisonText(const Comparison& comparison) {
    std::string text = plainText(comparison.headline) + "\n\n" + identity("A", *comparison.a) +
                       identity("B", *comparison.b) + alignmentText(comparison);
    if (comparison.verdict == Verdict::sameRun)
        return text;
    text += heading("Metrics (A, B, change, 95 % interval within these recordings, n, n_eff, verdict)");
    text += metricRows(comparison.metrics);
    if (!comparison.equalWork.text.empty())
        text += "  At equal work: " + comparison.equalWork.text + '\n';
    text += printedMarksText(comparison) + waterfallText(comparison.waterfall) + startText(comparison) +
            circumstances(comparison);
    if (!comparison.findings.empty())
        text += heading("Findings");
    for (const Finding& finding : comparison.findings)
        text += "  " + std::string(severityName(finding.severity)) + "  " + finding.code + ": " +
                plainText(finding.summary) + '\n';
    return text;
}

} // namespace

std::string diffText(const ComparisonSet& set) {
    std::string text = comparisonText(set.comparisons.front());
    for (std::size_t i = 1; i < set.comparisons.size(); ++i)
        text += heading("Run " + runLetter(i) + " as B") + comparisonText(set.comparisons[i]);
    if (set.comparisons.size() > 1)
        text += heading("All runs against A") + columns(setTable(set));
    text += '\n';
    for (const std::string& sentence : setSentences(set))
        text += sentence + '\n';
    if (set.floors.empty())
        text += "One run on each side: these two recordings differ or they do not; the interval says nothing about "
                "other nodes or days.\n";
    return text;
}

} // namespace tachograph
