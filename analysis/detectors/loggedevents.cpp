#include "analysis/detectors/loggedevents.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <array>

namespace tachograph {

namespace {

std::size_t attemptOf(const Run& run, const Event& event) {
    const bool placed = event.row && *event.row < run.rows().size();
    return placed ? run.rows().attempt[*event.row] : 0;
}

} // namespace

bool holdsConsole(const Run& run) {
    return run.format().ends_with("_console");
}

bool goesOnAfter(const Run& run, const Event& event) {
    const Rows& rows = run.rows();
    if (rows.size() == 0)
        return false;
    if (!event.row || *event.row >= rows.size())
        return true;
    const Attempt& attempt = run.attempts()[attemptOf(run, event)];
    return rows.step[attempt.endRow - 1] > rows.step[*event.row];
}

bool endsRecording(const Run& run, const Event& event) {
    return !goesOnAfter(run, event) && (run.attempts().empty() || attemptOf(run, event) + 1 == run.attempts().size());
}

bool speaksOfMemory(std::string_view text) {
    constexpr std::array<std::string_view, 3> words{"out of memory", "OutOfMemory", "CUBLAS_STATUS_ALLOC_FAILED"};
    return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != text.npos; });
}

std::string exceptionKind(std::string_view text) {
    constexpr std::array<std::string_view, 6> endings{"Error", "Exception", "Interrupt", "Exit", "Warning", "Group"};
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find_first_of(": ("), rest.size());
        const std::string_view word = rest.substr(0, end);
        // "Exception in thread a: ValueError: text": the first word goes on, so it is no name.
        const bool goesOn = end < rest.size() && rest[end] == ' ';
        const bool names = std::ranges::any_of(endings, [&](std::string_view e) { return word.ends_with(e); });
        if (names && !goesOn && word.size() <= 120)
            return plainText(word, 120);
        rest = end == rest.size() ? std::string_view() : rest.substr(end + 1);
    }
    return plainText(trimmed(text), 60);
}

bool isStop(std::string_view kind) {
    return kind == "KeyboardInterrupt" || kind == "SystemExit";
}

std::string quotedText(std::string_view text, std::size_t most) {
    return "\"" + plainText(trimmed(text), most) + "\"";
}

std::string timesText(std::size_t count) {
    return count == 1 ? "once" : formatCount(static_cast<std::int64_t>(count)) + " times";
}

std::string placesText(const std::vector<std::int64_t>& steps) {
    constexpr std::size_t mostNamed = 4;
    if (steps.empty())
        return "the beginning, before the first step";
    std::string text = steps.size() == 1 ? "step " : "steps ";
    const std::size_t named = steps.size() > mostNamed ? mostNamed - 1 : steps.size();
    for (std::size_t i = 0; i < named; ++i)
        text += (i == 0 ? "" : i + 1 == steps.size() ? " and " : ", ") + formatCount(steps[i]);
    if (named < steps.size())
        text += " and " + formatCount(static_cast<std::int64_t>(steps.size() - named)) + " more";
    return text;
}

Finding findingAt(const Detector& detector, const Run& run, std::vector<std::int64_t> steps) {
    for (std::int64_t& step : steps)
        step = std::clamp(step, run.firstStep(), run.lastStep());
    std::ranges::sort(steps);
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    Finding finding;
    finding.code = detector.code;
    finding.severity = detector.severity;
    finding.firstStep = steps.empty() ? run.firstStep() : steps.front();
    finding.lastStep = steps.empty() ? run.firstStep() : steps.back();
    finding.onsetStep = finding.firstStep;
    finding.suggestions = detector.suggestions;
    finding.related = detector.related;
    finding.places = std::move(steps);
    return finding;
}

DetectorResult canceledAnswer() {
    DetectorResult result;
    result.outcome = Outcome::canceled;
    result.reason = canceledMessage;
    return result;
}

DetectorResult notApplicable(std::string reason) {
    DetectorResult result;
    result.reason = std::move(reason);
    return result;
}

DetectorResult clearAnswer(std::string reason) {
    DetectorResult result;
    result.outcome = Outcome::clear;
    result.reason = std::move(reason);
    return result;
}

DetectorResult foundAnswer(std::vector<Finding> findings) {
    DetectorResult result;
    result.outcome = Outcome::found;
    result.reason = findings.front().summary;
    result.findings = std::move(findings);
    return result;
}

} // namespace tachograph
