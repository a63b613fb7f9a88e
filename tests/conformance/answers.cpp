#include "tests/conformance/answers.h"

#include "analysis/core/text.h"
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/report/difftext.h"
#include "analysis/review/savedsession.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tachograph::tests {

namespace {

constexpr int digits = 6; // compilers agree to about fifteen

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", digits, value == 0 ? 0.0 : value); // not "-0"
    return std::isnan(value) ? "nan" : text;
}

std::string counted(std::size_t count, const char* one) {
    return std::to_string(count) + ' ' + one + (count == 1 ? "" : "s");
}

std::string seriesLine(const Run& run, const Series& series) {
    const SeriesFigures figures = run.figures(series);
    std::string line = "  series " + series.key + " | " + (series.role.empty() ? "no role" : series.role) + " | " +
                       (series.sourceUnit.empty() ? "no unit" : series.sourceUnit);
    if (series.unit != series.sourceUnit)
        line += " as " + series.unit;
    line += series.scope == Scope::job ? " | job" : series.scope == Scope::gpu ? " | gpu" : " | scope unknown";
    if (series.averaging == Averaging::sinceStart)
        line += " | since start";
    if (series.derived)
        line += " | derived";
    line += " | " + counted(series.size(), "value") + ", " + std::to_string(figures.nonfinite) + " not finite, " +
            std::to_string(figures.missing) + " missing";
    if (series.size() > 0)
        line += " | first " + number(series.values.front()) + ", last " + number(series.values.back()) + ", median " +
                number(figures.median);
    return line + '\n';
}

std::string eventLine(const Event& event) {
    std::string line = std::string("  event ") + eventKindName(event.kind);
    if (event.step)
        line += (event.stepLogged ? " step " : " after step ") + std::to_string(*event.step);
    if (event.time)
        line += " at " + number(*event.time);
    if (event.durationSeconds)
        line += " for " + number(*event.durationSeconds) + " s";
    return line + ": " + event.text + '\n';
}

std::string attemptLine(const Attempt& attempt) {
    return "  attempt from step " + std::to_string(attempt.firstStep) + " to " + std::to_string(attempt.lastStep) +
           ", " + counted(attempt.endRow - attempt.firstRow, "row") + ", " + std::to_string(attempt.supersededRows) +
           " superseded: " + attempt.reason + '\n';
}

std::string findingLine(const Finding& finding) {
    std::string line = std::string("    ") + severityName(finding.severity) + ", steps " +
                       std::to_string(finding.firstStep) + " to " + std::to_string(finding.lastStep);
    if (finding.onsetStep)
        line += ", onset " + std::to_string(*finding.onsetStep);
    if (finding.confidence)
        line += ", confidence " + number(*finding.confidence);
    line += ": " + finding.title + " | " + finding.summary;
    for (const Evidence& evidence : finding.evidence)
        line += " | " + evidence.name + ' ' + (evidence.text.empty() ? number(evidence.value) : evidence.text);
    return line + '\n';
}

std::string diagnosisLines(const Run& run) {
    std::string text;
    for (const Examination& examination : diagnose(run).examinations) {
        text += "  " + examination.detector->code + ' ' + outcomeName(examination.result.outcome) + ": " +
                examination.result.reason + '\n';
        for (const Finding& finding : examination.result.findings)
            text += findingLine(finding);
    }
    return text;
}

std::string settingLines(const char* title, const Settings& settings) {
    std::string text;
    for (const auto& [key, value] : settings)
        text += std::string("  ") + title + ' ' + key + " = " + value + '\n';
    return text;
}

std::string runAnswer(const Run& run) {
    std::string text = "run " + run.name() + ", format " + run.format() + ": " + counted(run.rows().size(), "row") +
                       ", " + counted(run.stepCount(), "step") + " from " + std::to_string(run.firstStep()) + " to " +
                       std::to_string(run.lastStep()) + ", " + counted(run.attempts().size(), "attempt") + '\n';
    if (run.attempts().size() > 1)
        for (const Attempt& attempt : run.attempts())
            text += attemptLine(attempt);
    if (const std::string steps = stepSentence(run.reading()); !steps.empty())
        text += "  steps: " + steps + '\n';
    for (const Series& series : run.series())
        text += seriesLine(run, series);
    for (const Event& event : run.events())
        text += eventLine(event);
    text += settingLines("setting", run.config()) + settingLines("environment", run.environment());
    for (const Issue& issue : run.issues().kept)
        text += "  issue " + issue.where + ": " + issue.text + '\n';
    for (const std::string& note : run.notes())
        text += "  note: " + note + '\n';
    return text + diagnosisLines(run);
}

/// The length of the longest common subsequence of the lines from i and from j on, for every i and j.
std::vector<std::vector<std::size_t>> commonLengths(const std::vector<std::string>& a,
                                                    const std::vector<std::string>& b) {
    std::vector<std::vector<std::size_t>> lengths(a.size() + 1, std::vector<std::size_t>(b.size() + 1, 0));
    for (std::size_t i = a.size(); i-- > 0;)
        for (std::size_t j = b.size(); j-- > 0;)
            lengths[i][j] = a[i] == b[j] ? lengths[i + 1][j + 1] + 1 : std::max(lengths[i + 1][j], lengths[i][j + 1]);
    return lengths;
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

} // namespace

std::string answerOf(const Result<std::vector<RunPtr>>& runs) {
    if (!runs)
        return "not opened: " + runs.error().message + '\n';
    std::string text;
    for (const RunPtr& run : *runs)
        text += runAnswer(*run);
    return text;
}

std::string comparisonAnswer(const RunPtr& a, const RunPtr& b) {
    const ComparisonSet set = compareAll({a, b});
    std::string text = diffText(set);
    for (const Finding& finding : set.comparisons.front().findings)
        text += finding.code + '\n' + findingLine(finding);
    return text;
}

std::string sessionAnswer(std::string_view bytes) {
    const auto session = sessionFromJson(bytes);
    if (!session)
        return "not opened: " + session.error().message + '\n';
    std::string text = "session of " + counted(session->runs.size(), "run") + ", smoothing " +
                       std::to_string(session->smoothing) + ", theme " + session->theme + '\n';
    for (const SavedRun& run : session->runs) {
        text += "  run " + run.name + " at " + run.path.relative + " | " + run.path.absolute + '\n';
        for (const Note* note : notesInOrder(run.review))
            text += "    note, " + placeText(*note) + ": " + note->text + '\n';
        for (const Dismissal& dismissal : run.review.dismissals)
            text += "    dismissed " + dismissal.code + ": " + dismissal.reason + '\n';
    }
    return text;
}

std::string lineDifference(const std::string& expected, const std::string& actual) {
    if (expected == actual)
        return {};
    const std::vector<std::string> a = linesOf(expected), b = linesOf(actual);
    const auto common = commonLengths(a, b);
    std::vector<std::string> all; // every line with its mark
    for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
        if (i < a.size() && j < b.size() && a[i] == b[j]) {
            all.push_back("  " + a[i++]);
            ++j;
        } else if (i < a.size() && (j == b.size() || common[i + 1][j] >= common[i][j + 1])) {
            all.push_back("- " + a[i++]);
        } else {
            all.push_back("+ " + b[j++]);
        }
    }
    constexpr std::ptrdiff_t around = 2;
    std::string text;
    for (auto line = all.begin(); line != all.end(); ++line) {
        const auto from = line - std::min(around, line - all.begin());
        const auto to = line + std::min(around + 1, all.end() - line);
        if (std::any_of(from, to, [](const std::string& near) { return near[0] != ' '; }))
            text += *line + '\n';
    }
    return text.empty() ? "line ends differ\n" : text;
}

} // namespace tachograph::tests
