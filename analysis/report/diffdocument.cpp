#include "analysis/report/diffdocument.h"

#include "analysis/core/text.h"
#include "analysis/report/diffwords.h"
#include "analysis/report/evidencetext.h"
#include "analysis/report/setwords.h"
#include "analysis/run/roles.h"

#include <cmath>

namespace tachograph {

namespace {

void addTable(Document& document, const std::string& title, Table table) {
    if (table.rows.empty())
        return;
    document.blocks.emplace_back(Heading{2, title});
    document.blocks.emplace_back(std::move(table));
}

void addBullets(Document& document, const std::string& title, std::vector<std::string> items) {
    if (items.empty())
        return;
    document.blocks.emplace_back(Heading{2, title});
    document.blocks.emplace_back(Bullets{std::move(items)});
}

std::vector<std::string> runRow(const char* letter, const Run& run, const SteadyRows& rows) {
    return {letter,
            run.name(),
            formatCount(static_cast<std::int64_t>(run.stepCount())),
            std::to_string(run.firstStep()) + " to " + std::to_string(run.lastStep()),
            formatCount(static_cast<std::int64_t>(rows.steps)),
            std::to_string(rows.warmUpSteps + rows.eventSteps + rows.outsideSteps + rows.afterFailureSteps)};
}

std::string interval(const MetricComparison& metric) {
    return std::isfinite(metric.low) ? formatChange(metric.low) + " to " + formatChange(metric.high) : std::string();
}

std::string both(double a, double b) {
    return formatNumber(a, 3) + ", " + formatNumber(b, 3);
}

Table metricTable(const Comparison& comparison) {
    Table table{{"Metric", "A", "B", "Change", "95 % interval", "n", "n_eff", "Verdict", "Note"},
                {false, true, true, true, true, true, true, false, false},
                {}};
    for (const MetricComparison& metric : comparison.metrics) {
        const bool judged = std::isfinite(metric.effect);
        table.rows.push_back({roleInfo(metric.role).title, formatQuantity(metric.a.median, metric.unit),
                              formatQuantity(metric.b.median, metric.unit), judged ? formatChange(metric.effect) : "",
                              interval(metric),
                              metric.counted ? "counted" : both(double(metric.a.count), double(metric.b.count)),
                              metric.counted ? "" : both(metric.a.effective, metric.b.effective),
                              judged ? verdictTitle(metric.verdict) : "Not judged", metric.note});
    }
    return table;
}

std::vector<std::string> printedRow(const MetricComparison& metric, const PrintedPair& pair) {
    return {roleInfo(metric.role).title, formatQuantity(pair.a, metric.unit) + " at step " + std::to_string(pair.stepA),
            formatQuantity(pair.b, metric.unit) + " at step " + std::to_string(pair.stepB), formatChange(pair.effect),
            pair.distanceA == pair.distanceB
                ? "equal distance, +" + std::to_string(pair.distanceA)
                : "unequal distance, +" + std::to_string(pair.distanceA) + " and +" + std::to_string(pair.distanceB)};
}

Table printedTable(const Comparison& comparison) {
    Table table{{"Printed average since the start", "A", "B", "Change", "Distance from the start"},
                {false, true, true, true, false},
                {}};
    for (const MetricComparison& metric : comparison.metrics) {
        if (!metric.printed)
            continue;
        table.rows.push_back(printedRow(metric, metric.printed->quoted));
        const auto& equal = metric.printed->equalDistance;
        if (equal && (equal->stepA != metric.printed->quoted.stepA || equal->stepB != metric.printed->quoted.stepB))
            table.rows.push_back(printedRow(metric, *equal));
    }
    return table;
}

void addPrintedMarks(Document& document, const Comparison& comparison) {
    if (comparison.printedMarks.empty())
        return;
    const PrintedPair& quoted = comparison.printedMarks.back().againstQuoted;
    document.blocks.emplace_back(Paragraph{
        "What is read from B's console depends on when. A's last is " +
        printedStretch(quoted.a, roleInfo(roles::throughput).unit, quoted.sameSinceA, quoted.stepA) + ", +" +
        std::to_string(quoted.distanceA) + " from its start; every printed value holds the start-up before it."});
    document.blocks.emplace_back(printedMarksTable(comparison));
}

Table waterfallTable(const Waterfall& waterfall) {
    Table table{{"Part", "B minus A, s per step", "Share"}, {false, true, true}, {}};
    for (const DifferencePart& part : waterfall.parts)
        table.rows.push_back({part.name, formatNumber(part.seconds, 3), formatNumber(100.0 * part.share, 3) + " %"});
    if (!table.rows.empty())
        table.rows.push_back({"A " + formatStepTime(waterfall.a) + ", B " + formatStepTime(waterfall.b),
                              formatNumber(waterfall.b - waterfall.a, 3), "100 %"});
    return table;
}

std::string etaText(const char* letter, const EtaPoint& eta) {
    return std::string("ETA of ") + letter + " at step " + std::to_string(eta.step) + ": printed " +
           (eta.printed ? formatEta(*eta.printed) : std::string("not logged")) + ", at the true pace " +
           (eta.implied ? formatEta(*eta.implied) : std::string("not known")) + '.';
}

std::vector<std::string> courseItems(const Comparison& comparison) {
    std::vector<std::string> items;
    if (std::isfinite(comparison.startUp.a) && std::isfinite(comparison.startUp.b))
        items.push_back("Start-up: " + formatElapsed(comparison.startUp.a) + " in A, " +
                        formatElapsed(comparison.startUp.b) + " in B, once, not in the step" +
                        (hasSeveralAttempts(comparison) ? "; of the last attempts." : "."));
    items.push_back("Still ramping up? A: " + comparison.rampA.text);
    items.push_back("Still ramping up? B: " + comparison.rampB.text);
    if (comparison.matched)
        items.push_back(comparison.matched->text);
    for (const auto& [letter, eta] : {std::pair("A", comparison.etaA.quoted), std::pair("B", comparison.etaB.quoted)})
        if (eta.printed || eta.implied)
            items.push_back(etaText(letter, eta));
    for (const OomReport& oom : comparison.ooms)
        items.push_back(oom.text);
    return items;
}

std::vector<std::string> memoryItems(const Comparison& comparison) {
    std::vector<std::string> items;
    for (const MemoryFigures& memory : comparison.memory)
        items.push_back("GPU " + memory.gpu + ": " + memoryText(memory));
    return items;
}

std::vector<std::string> messageItems(const Comparison& comparison) {
    constexpr std::size_t most = 50;
    std::vector<std::string> items;
    for (const MessageDifference& message : comparison.messages) {
        if (items.size() == most) {
            items.push_back("and " + std::to_string(comparison.messages.size() - most) + " more");
            break;
        }
        items.push_back(std::string(message.newInB ? "New in B" : "Gone in B") + " (" + std::to_string(message.count) +
                        "): " + message.text);
    }
    return items;
}

void addFindings(Document& document, const Comparison& comparison) {
    if (comparison.findings.empty())
        return;
    document.blocks.emplace_back(Heading{2, "Findings"});
    for (const Finding& finding : comparison.findings) {
        document.blocks.emplace_back(Heading{3, finding.code + " (" + severityName(finding.severity) + ")"});
        document.blocks.emplace_back(Paragraph{finding.summary});
        Table evidence{{"Evidence", "Value"}, {false, true}, {}};
        for (const Evidence& figure : finding.evidence)
            evidence.rows.push_back({figure.title.empty() ? figure.name : figure.title, evidenceText(figure)});
        if (!evidence.rows.empty())
            document.blocks.emplace_back(std::move(evidence));
        if (!finding.suggestions.empty())
            document.blocks.emplace_back(Bullets{finding.suggestions});
    }
}

void addAlignment(Document& document, const Comparison& comparison) {
    Table runs{{"", "Run", "Steps", "Range", "Used", "Left out"}, {false, false, true, false, true, true}, {}};
    runs.rows.push_back(runRow("A", *comparison.a, comparison.rowsA));
    runs.rows.push_back(runRow("B", *comparison.b, comparison.rowsB));
    document.blocks.emplace_back(std::move(runs));
    document.blocks.emplace_back(Paragraph{"Aligned by " + std::string(xAxisName(comparison.alignment.axis)) +
                                           ", offset " + formatNumber(comparison.alignment.offset) + ": " +
                                           comparison.alignment.why + '.'});
    if (const std::string range = chosenRangeText(comparison.options, comparison.alignment.axis); !range.empty())
        document.blocks.emplace_back(Paragraph{"Only " + range + ": every number is of that range."});
    std::vector<std::string> doubts = comparison.alignment.doubts;
    doubts.insert(doubts.end(), comparison.warnings.begin(), comparison.warnings.end());
    addBullets(document, "These runs may not be comparable", std::move(doubts));
}

void addOthers(Document& document, const ComparisonSet& set) {
    if (set.comparisons.size() > 1)
        addTable(document, "All runs against A", setTable(set));
    addBullets(document, "Further runs", setSentences(set));
}

} // namespace

Table settingsDiffTable(const std::vector<SettingDifference>& config,
                        const std::vector<SettingDifference>& environment) {
    Table table{{"Row", "A", "B", "Remark"}, {false, true, true, false}, {}};
    for (const auto* rows : {&config, &environment})
        for (const SettingDifference& row : *rows)
            if (row.kind != SettingDifference::Kind::identity)
                table.rows.push_back(
                    {row.key, row.change == SettingDifference::Change::added ? "not set" : row.a,
                     row.change == SettingDifference::Change::removed ? "not set" : row.b,
                     row.kind == SettingDifference::Kind::noEffect ? "no effect: " + row.remark : row.remark});
    return table;
}

namespace {

void addTables(Document& document, const Comparison& comparison) {
    if (comparison.verdict != Verdict::sameRun) {
        addTable(document, "Metrics", metricTable(comparison));
        if (!comparison.equalWork.text.empty())
            document.blocks.emplace_back(Paragraph{"At equal work: " + comparison.equalWork.text + '.'});
        addTable(document, "As printed", printedTable(comparison));
        addPrintedMarks(document, comparison);
        addTable(document, "Where the difference of a step comes from", waterfallTable(comparison.waterfall));
        if (!comparison.waterfall.note.empty())
            document.blocks.emplace_back(Paragraph{comparison.waterfall.note});
        addBullets(document, "Start, ramp, ETA", courseItems(comparison));
    }
    addTable(document, "What changed together", settingsDiffTable(comparison.config, comparison.environment));
    if (const std::size_t folded = foldedRows(comparison); folded > 0)
        document.blocks.emplace_back(
            Paragraph{std::to_string(folded) + " rows with names, places, times or seeds differ too."});
    if (const std::string together = inseparableText(comparison); !together.empty())
        document.blocks.emplace_back(Paragraph{"Changed together, cannot be separated: " + together + '.'});
    if (comparison.verdict != Verdict::sameRun)
        document.blocks.emplace_back(Paragraph{comparison.expectation.text + ' ' + comparison.expectation.experiment});
    addBullets(document, "Memory", memoryItems(comparison));
    addBullets(document, "Messages", messageItems(comparison));
}

} // namespace

Document diffDocument(const ComparisonSet& set, const std::string& version, const ReportContent& content) {
    const Comparison& first = set.comparisons.front();
    Document document;
    document.title = first.a->name() + " and " + first.b->name();
    document.blocks.emplace_back(Heading{1, document.title});
    document.blocks.emplace_back(Paragraph{std::string(verdictTitle(first.verdict)) + ". " + first.headline});
    if (content.lanes)
        document.blocks.emplace_back(Figure{"A and B along one axis"});
    addAlignment(document, first);
    if (content.tables)
        addTables(document, first);
    if (content.findings)
        addFindings(document, first);
    addOthers(document, set);
    document.blocks.emplace_back(Paragraph{
        "Tachograph " + version + ". Block bootstrap of the medians, " + std::to_string(first.options.draws) +
        " draws, seed " + std::to_string(first.options.seed) + "; a change below " +
        formatShare(first.options.threshold) +
        " gets no verdict. The interval is within these recordings: other nodes or days may differ by more."});
    return document;
}

} // namespace tachograph
