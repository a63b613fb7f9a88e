#include "analysis/report/reviewwords.h"

#include "analysis/core/text.h"

#include <algorithm>

namespace tachograph {

namespace {

std::string counted(std::size_t count, const char* one, const char* several) {
    return formatCount(static_cast<std::int64_t>(count)) + ' ' + (count == 1 ? one : several);
}

} // namespace

std::string tallyText(const RunReview& review) {
    std::string text = counted(review.notes.size(), "note", "notes");
    if (!review.dismissals.empty())
        text += ", " + counted(review.dismissals.size(), "finding", "findings") + " dismissed";
    return text;
}

std::string reasonText(const Dismissal& dismissal) {
    return dismissal.reason.empty() ? "no reason given" : plainText(dismissal.reason, mostReasonBytes);
}

std::vector<std::string> reviewRemarks(const ReviewOfRun& review, const Diagnosis& diagnosis) {
    std::vector<std::string> remarks;
    if (review.otherRecording)
        remarks.emplace_back("These notes were written for another recording, or for this one before it changed.");
    const auto findings = diagnosis.findings();
    for (const Dismissal& dismissal : review.review.dismissals) {
        const bool met = std::ranges::any_of(findings, [&](const Finding* finding) {
            const Dismissal* of = dismissalOf(review.review, *finding);
            return of && *of == dismissal;
        });
        if (!met)
            remarks.push_back("The dismissal of " + plainText(dismissal.code, 200) + " (steps " +
                              formatCount(dismissal.firstStep) + " to " + formatCount(dismissal.lastStep) +
                              ") meets no finding: " + reasonText(dismissal));
    }
    return remarks;
}

Table noteTable(const RunReview& review) {
    Table table{{"Where", "Note", "From"}, {}, {}};
    for (const Note* note : notesInOrder(review))
        table.rows.push_back({placeText(*note), plainText(note->text, mostNoteBytes), plainText(note->from, 200)});
    return table;
}

} // namespace tachograph
