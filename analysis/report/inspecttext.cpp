#include "analysis/report/inspecttext.h"

#include "analysis/attribution/attribution.h"
#include "analysis/core/text.h"
#include "analysis/diagnosis/changedknobs.h"
#include "analysis/report/billtext.h"
#include "analysis/report/evidencetext.h"
#include "analysis/report/readingfacts.h"
#include "analysis/report/reviewwords.h"
#include "analysis/report/runsummary.h"
#include "analysis/report/textlayout.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::size_t mostEvents = 20;

std::string count(std::size_t value) {
    return formatCount(static_cast<std::int64_t>(value));
}

std::string findingsText(const Diagnosis& diagnosis, const std::optional<ReviewOfRun>& review) {
    std::string out;
    for (const Finding* finding : diagnosis.findings()) {
        const Dismissal* dismissal = review ? dismissalOf(review->review, *finding) : nullptr;
        out += std::string("\n") + severityName(finding->severity) + "  " + finding->code;
        if (finding->onsetStep)
            out += "  onset " + std::to_string(*finding->onsetStep);
        out += "  steps " + std::to_string(finding->firstStep) + " to " + std::to_string(finding->lastStep);
        for (const std::string& badge : finding->badges)
            out += "  " + badge;
        if (dismissal)
            out += "  dismissed";
        out += '\n' + wrapped(plainText(finding->summary), 2);
        if (dismissal)
            out += wrapped("Dismissed: " + reasonText(*dismissal), 2);
        std::vector<std::vector<std::string>> rows;
        for (const Evidence& evidence : finding->evidence)
            if (!repeatsAnother(evidence))
                rows.push_back(
                    {"  " + (evidence.title.empty() ? evidence.name : evidence.title), evidenceText(evidence)});
        out += aligned(std::move(rows), {});
        for (const std::string& suggestion : finding->suggestions)
            out += wrapped("- " + plainText(suggestion), 4);
    }
    return out;
}

std::string reviewText(const std::optional<ReviewOfRun>& review, const Diagnosis& diagnosis) {
    if (!review)
        return {};
    std::string out = "\nReview: " + tallyText(review->review) + '\n';
    for (const std::string& remark : reviewRemarks(*review, diagnosis))
        out += wrapped(remark, 2);
    for (const Note* note : notesInOrder(review->review)) {
        out += "  " + placeText(*note) + (note->from.empty() ? "" : ", from " + plainText(note->from, 200)) + '\n';
        std::size_t begin = 0;
        while (begin < note->text.size()) {
            const std::size_t end = std::min(note->text.find('\n', begin), note->text.size());
            out += wrapped(plainText(note->text.substr(begin, end - begin), mostNoteBytes), 4);
            begin = end + 1;
        }
    }
    return out;
}

std::string detectorsText(const Diagnosis& diagnosis) {
    std::string out = "\nDetectors: " + diagnosis.tally() + '\n';
    for (const ChangedKnob& changed : changedKnobs(diagnosis))
        out += "  with " + changed.detector->code + ' ' + knobText(changed) + '\n';
    for (const Examination& examination : diagnosis.examinations) {
        out += "  " + examination.detector->code + "  " + outcomeName(examination.result.outcome) + '\n';
        if (examination.result.outcome != Outcome::found)
            out += wrapped(plainText(examination.result.reason), 4);
    }
    return out;
}

/// Where steps are too few for a bill their phases can still be added up.
std::string sharesText(const Run& run) {
    std::vector<std::vector<std::string>> rows;
    for (const TimeShare& part : timeShares(run))
        rows.push_back({part.name, formatElapsed(part.seconds), formatShare(part.share)});
    return rows.empty() ? std::string() : "\nWhere the time went\n" + aligned(std::move(rows), {false, true, true});
}

std::string partsText(const TimeAccount& account, BillView view, const std::string& title) {
    std::vector<std::vector<std::string>> rows;
    for (const BillLine& line : billLines(account, view))
        rows.push_back({line.name, line.amount, line.share, line.note});
    const std::string without = noSharesText(account, view);
    return '\n' + title + '\n' + aligned(std::move(rows), {false, true, true, false}) +
           (without.empty() ? "" : wrapped(without, 2));
}

std::string accountText(const Run& run, const TimeAccount& account) {
    const BillText text = billText(account);
    if (!account.notApplicable.empty())
        return sharesText(run) + '\n' + wrapped(text.headline, 0);
    std::string out = "\nBill: " + text.headline + '\n';
    for (const std::string* sentence : {&text.basis, &text.worth, &text.bought, &text.missing})
        if (!sentence->empty())
            out += wrapped(*sentence, 2);
    for (const std::string& note : text.notes)
        out += wrapped(plainText(note, 500), 2);
    out += partsText(account, BillView::above, "Above the early rate, by what it coincides with");
    out += account.change.notApplicable.empty()
               ? partsText(account, BillView::change, "Early against late, a step. " + changeText(account))
               : '\n' + wrapped(changeText(account), 0);
    return out + partsText(account, BillView::whole, "Where the time went");
}

/// The way out where the step time may be there under a name of its own.
std::string unknownKeysText(const Run& run) {
    const auto isStepTime = [](const Series& series) {
        return series.role == roles::stepTime;
    };
    const auto isUnknown = [](const Series& series) {
        return !series.derived && series.role.empty();
    };
    if (std::ranges::any_of(run.series(), isStepTime) || std::ranges::none_of(run.series(), isUnknown))
        return {};
    return wrapped("No key of these is known to be the step time. If one without a role is, say so: Run > What the "
                   "keys mean in the "
                   "window, or metric-roles.json (tachograph manual formats).",
                   2);
}

std::string seriesText(const Run& run) {
    if (run.series().empty())
        return "\nNo series.\n";
    std::vector<std::vector<std::string>> rows{
        {"key", "role", "unit", "n", "nan", "missing", "early", "late", "ratio", ""}};
    for (const Series& series : run.series()) {
        const SeriesFigures figures = run.figures(series);
        const double ratio = figures.late / figures.early;
        const bool comparable = figures.finite > 0 && figures.early > 0 && std::isfinite(ratio);
        std::string remark = series.derived ? "derived" : "";
        if (series.averaging == Averaging::sinceStart)
            remark += std::string(remark.empty() ? "" : ", ") + "since start";
        if (!series.derived && run.sources().size() > 1 && series.source != run.sources().front().name)
            remark += std::string(remark.empty() ? "" : ", ") + "from " + series.source;
        rows.push_back({series.key, series.role, series.sourceUnit, count(figures.finite), count(figures.nonfinite),
                        count(figures.missing), figures.finite > 0 ? formatNumber(figures.early, 6) : "",
                        figures.finite > 0 ? formatNumber(figures.late, 6) : "", comparable ? formatFactor(ratio) : "",
                        remark});
    }
    return "\nSeries: medians of the first and last fifth of all finite values, units as recorded\n" +
           aligned(std::move(rows), {false, false, false, true, true, true, true, true, true, false}) +
           unknownKeysText(run);
}

std::string eventsText(const Run& run) {
    if (run.events().empty())
        return {};
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < std::min(run.events().size(), mostEvents); ++i) {
        const Event& event = run.events()[i];
        rows.push_back({event.step ? std::to_string(*event.step) : "", eventKindName(event.kind),
                        event.durationSeconds ? formatStepTime(*event.durationSeconds) : "",
                        plainText(event.text, 100)});
    }
    std::string out =
        "\nEvents: " + count(run.events().size()) + '\n' + aligned(std::move(rows), {true, false, true, false});
    if (run.events().size() > mostEvents)
        out += "  and " + count(run.events().size() - mostEvents) + " more; --json lists all\n";
    return out;
}

std::string issuesText(const Run& run) {
    const Issues& issues = run.issues();
    if (issues.total == 0)
        return {};
    std::string out = "\nImport issues: " + count(issues.total) + '\n';
    for (const std::string& sentence : issueSentences(run))
        out += wrapped(plainText(sentence, 500), 2);
    return out;
}

std::string readingText(const Run& run) {
    const auto sentences = readingSentences(run);
    std::string out = sentences.empty() ? "" : "\nHow it was read\n";
    for (const ReadingSentence& sentence : sentences)
        out += wrapped(plainText(sentence.text, 500), 2);
    return out;
}

} // namespace

std::string inspectText(const JudgedRun& judged) {
    const Run& run = *judged.run;
    const RunSummary summary = summarize(run, judged.diagnosis);
    std::string out = plainText(run.name(), 200) + '\n';
    std::vector<std::vector<std::string>> identity;
    for (const auto& [name, value] : summary.identity)
        identity.push_back({name, value});
    out += aligned(std::move(identity), {});
    out += '\n' + wrapped(plainText(summary.headline) + '.', 0);
    out += findingsText(judged.diagnosis, judged.review);
    out += reviewText(judged.review, judged.diagnosis);
    out += detectorsText(judged.diagnosis);
    out += accountText(run, judged.account);
    out += seriesText(run);
    out += eventsText(run);
    out += issuesText(run);
    out += readingText(run);
    for (const std::string& note : run.notes())
        out += "\nNote: " + plainText(note, 500) + '\n';
    return out;
}

} // namespace tachograph
