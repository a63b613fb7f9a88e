#include "analysis/report/rundocument.h"

#include "analysis/attribution/attribution.h"
#include "analysis/core/text.h"
#include "analysis/diagnosis/changedknobs.h"
#include "analysis/report/billtext.h"
#include "analysis/report/evidencetext.h"
#include "analysis/report/readingfacts.h"
#include "analysis/report/reviewwords.h"
#include "analysis/report/runsummary.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::size_t mostEvents = 200; ///< more are counted, not listed

std::string count(std::size_t value) {
    return formatCount(static_cast<std::int64_t>(value));
}

void addSection(Document& document, const std::string& title, Table table) {
    if (table.rows.empty())
        return;
    document.blocks.emplace_back(Heading{2, title});
    document.blocks.emplace_back(std::move(table));
}

Table keyFigureTable(const RunSummary& summary) {
    Table table{{"Quantity", "Unit", "First fifth", "Last fifth", "Note"}, {false, false, true, true, false}, {}};
    for (const KeyFigure& figure : summary.figures)
        table.rows.push_back({figure.title, figure.unit, figure.early, figure.late, figure.note});
    return table;
}

std::string whereOf(const Finding& finding) {
    if (finding.onsetStep)
        return "onset " + std::to_string(*finding.onsetStep);
    if (!finding.places.empty())
        return count(finding.places.size()) + (finding.places.size() == 1 ? " place" : " places");
    return std::to_string(finding.firstStep) + " to " + std::to_string(finding.lastStep);
}

void addFindings(Document& document, const Diagnosis& diagnosis, const ReviewOfRun* review) {
    const std::vector<const Finding*> findings = diagnosis.findings();
    if (findings.empty())
        return;
    document.blocks.emplace_back(Heading{2, "Findings"});
    int number = 0;
    for (const Finding* finding : findings) {
        std::string title = std::to_string(++number) + ". " + finding->code + " (" + severityName(finding->severity) +
                            ", " + whereOf(*finding);
        for (const std::string& badge : finding->badges)
            title += ", " + badge;
        const Dismissal* dismissal = review ? dismissalOf(review->review, *finding) : nullptr;
        if (dismissal)
            title += ", dismissed";
        document.blocks.emplace_back(Heading{3, title + ")"});
        if (dismissal)
            document.blocks.emplace_back(Paragraph{"Dismissed: " + reasonText(*dismissal)});
        document.blocks.emplace_back(Paragraph{finding->summary});
        Table evidence{{"Evidence", "Value"}, {false, true}, {}};
        for (const Evidence& figure : finding->evidence)
            if (!repeatsAnother(figure))
                evidence.rows.push_back({figure.title.empty() ? figure.name : figure.title, evidenceText(figure)});
        if (!evidence.rows.empty())
            document.blocks.emplace_back(std::move(evidence));
        if (!finding->suggestions.empty()) {
            document.blocks.emplace_back(Paragraph{"What to try:"});
            document.blocks.emplace_back(Bullets{finding->suggestions});
        }
    }
}

void addReview(Document& document, const ReviewOfRun& review, const Diagnosis& diagnosis) {
    document.blocks.emplace_back(Heading{2, "Review"});
    document.blocks.emplace_back(Paragraph{tallyText(review.review)});
    for (const std::string& remark : reviewRemarks(review, diagnosis))
        document.blocks.emplace_back(Paragraph{remark});
    if (!review.review.notes.empty())
        document.blocks.emplace_back(noteTable(review.review));
}

Table shareTable(const Run& run) {
    Table table{{"Part", "Seconds", "Share of step time"}, {false, true, true}, {}};
    for (const TimeShare& part : timeShares(run))
        table.rows.push_back({part.name, formatNumber(part.seconds, 6), formatShare(part.share)});
    return table;
}

Table attemptTable(const Run& run) {
    Table table{{"Attempt", "Steps", "Rows superseded", "Starts"}, {true, false, true, false}, {}};
    for (std::size_t i = 0; run.attempts().size() > 1 && i < run.attempts().size(); ++i) {
        const Attempt& attempt = run.attempts()[i];
        table.rows.push_back({count(i + 1),
                              std::to_string(attempt.firstStep) + " to " + std::to_string(attempt.lastStep),
                              count(attempt.supersededRows), attempt.reason});
    }
    return table;
}

Table eventTable(const Run& run) {
    Table table{{"Step", "Event", "Duration", "Text"}, {true, false, true, false}, {}};
    for (const Event& event : run.events()) {
        if (table.rows.size() == mostEvents) {
            table.rows.push_back({"", "", "", count(run.events().size() - mostEvents) + " more events are not listed"});
            break;
        }
        table.rows.push_back({event.step ? std::to_string(*event.step) : "", eventKindName(event.kind),
                              event.durationSeconds ? formatStepTime(*event.durationSeconds) : "",
                              plainText(event.text, 200)});
    }
    return table;
}

std::string ratioText(const SeriesFigures& figures) {
    const double ratio = figures.late / figures.early;
    return std::isfinite(ratio) && figures.early > 0 && figures.late > 0 ? formatFactor(ratio) : std::string();
}

Table seriesTable(const Run& run) {
    Table table{{"Key", "Quantity", "Unit", "Values", "NaN or Inf", "First fifth", "Last fifth", "Ratio", "Derived"},
                {false, false, false, true, true, true, true, true, false},
                {}};
    for (const Series& series : run.series()) {
        const SeriesFigures figures = run.figures(series);
        const bool any = figures.finite > 0;
        table.rows.push_back({series.key, series.role, series.sourceUnit, count(figures.finite),
                              count(figures.nonfinite), any ? formatNumber(figures.early, 6) : "",
                              any ? formatNumber(figures.late, 6) : "", any ? ratioText(figures) : "", series.how});
    }
    return table;
}

Table sourceTable(const Run& run) {
    Table table{{"File", "Bytes", "SHA-256"}, {false, true, false}, {}};
    for (const SourceFile& file : run.sources())
        table.rows.push_back({file.name, count(file.bytes), file.sha256.empty() ? "not computed" : file.sha256});
    return table;
}

/// ". Not at their defaults: ..."; empty when all knobs are.
std::string changedKnobsText(const Diagnosis& diagnosis) {
    std::string text;
    for (const ChangedKnob& changed : changedKnobs(diagnosis))
        text += (text.empty() ? ". Not at their defaults: " : ", ") + changed.detector->code + " " + knobText(changed);
    return text.empty() ? text : text + '.';
}

} // namespace

Table outcomeTable(const Diagnosis& diagnosis) {
    Table table{{"Detector", "Outcome", "Reason"}, {}, {}};
    for (const Examination& examination : diagnosis.examinations)
        table.rows.push_back(
            {examination.detector->code, outcomeName(examination.result.outcome), examination.result.reason});
    return table;
}

Table settingsTable(const Settings& settings) {
    Table table{{"Key", "Value"}, {}, {}};
    for (const auto& [key, value] : settings)
        table.rows.push_back({plainText(key, 200), plainText(value, 300)});
    return table;
}

Table issueTable(const Issues& issues) {
    Table table{{"Where", "What was found and done"}, {}, {}};
    for (const Issue& issue : issues.kept)
        table.rows.push_back({issue.where, issue.text});
    if (issues.total > issues.kept.size())
        table.rows.push_back({"", count(issues.total - issues.kept.size()) + " more of them are counted, not kept"});
    return table;
}

namespace {

void addTables(Document& document, const Run& run, const TimeAccount& account) {
    if (account.notApplicable.empty())
        addBill(document, account);
    else
        addSection(document, "Where the time went", shareTable(run));
    addSection(document, "Attempts", attemptTable(run));
    addSection(document, "Events", eventTable(run));
    addSection(document, "Series", seriesTable(run));
    addSection(document, "Configuration", settingsTable(run.config()));
    addSection(document, "Environment", settingsTable(run.environment()));
    addSection(document, "Import issues", issueTable(run.issues()));
}

} // namespace

Document runDocument(const Run& run, const Diagnosis& diagnosis, const TimeAccount& account, const std::string& version,
                     const ReviewOfRun* review, const ReportContent& content) {
    const RunSummary summary = summarize(run, diagnosis);
    Document document;
    document.title = run.name();
    document.blocks.emplace_back(Heading{1, run.name()});
    document.blocks.emplace_back(Heading{2, summary.headline});
    if (!summary.more.empty())
        document.blocks.emplace_back(Paragraph{summary.more});
    Table identity{{"About", ""}, {}, {}};
    for (const auto& [name, value] : summary.identity)
        identity.rows.push_back({name, value});
    document.blocks.emplace_back(std::move(identity));
    addSection(document, "Key figures", keyFigureTable(summary));
    if (content.lanes)
        document.blocks.emplace_back(Figure{"Timelines of " + run.name()});
    if (content.findings)
        addFindings(document, diagnosis, content.notes ? review : nullptr);
    if (review && content.notes)
        addReview(document, *review, diagnosis);
    if (content.findings)
        addSection(document, "What every detector said", outcomeTable(diagnosis));
    if (content.tables)
        addTables(document, run, account);
    if (const auto sentences = readingSentences(run); !sentences.empty()) {
        Bullets bullets;
        for (const ReadingSentence& sentence : sentences)
            bullets.items.push_back(sentence.text);
        document.blocks.emplace_back(Heading{2, "How it was read"});
        document.blocks.emplace_back(std::move(bullets));
    }
    if (!run.notes().empty()) {
        document.blocks.emplace_back(Heading{2, "Notes"});
        document.blocks.emplace_back(Bullets{run.notes()});
    }
    addSection(document, "Sources", sourceTable(run));
    document.blocks.emplace_back(Paragraph{"Tachograph " + version + changedKnobsText(diagnosis)});
    return document;
}

} // namespace tachograph
