#include "analysis/review/runreview.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <utility>

namespace tachograph {

namespace {

/// As much of `text` as fits in `most` bytes without cutting a character.
std::string_view fitting(std::string_view text, std::size_t most) {
    if (text.size() <= most)
        return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80)
        --most;
    return text.substr(0, most);
}

} // namespace

std::string cleanNoteText(std::string_view text, std::size_t most) {
    std::string out;
    std::size_t begin = 0;
    text = trimmed(text);
    while (begin <= text.size() && out.size() < most) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        out += (begin == 0 ? "" : "\n") + plainText(text.substr(begin, end - begin), most);
        begin = end + 1;
    }
    return std::string(trimmed(fitting(out, most)));
}

std::string placeText(const Note& note) {
    if (note.wholeRun())
        return "whole run";
    if (note.isPoint())
        return "step " + formatCount(*note.firstStep);
    return "steps " + formatCount(*note.firstStep) + " to " + formatCount(note.lastStep);
}

std::vector<const Note*> notesInOrder(const RunReview& review) {
    std::vector<const Note*> order;
    for (const Note& note : review.notes)
        order.push_back(&note);
    std::ranges::stable_sort(order, [](const Note* a, const Note* b) {
        return std::pair(!a->wholeRun(), a->firstStep.value_or(0)) <
               std::pair(!b->wholeRun(), b->firstStep.value_or(0));
    });
    return order;
}

const Dismissal* dismissalOf(const RunReview& review, const Finding& finding) {
    const auto found = std::ranges::find_if(review.dismissals, [&finding](const Dismissal& dismissal) {
        return dismissal.code == finding.code && dismissal.onsetStep == finding.onsetStep &&
               dismissal.firstStep == finding.firstStep && dismissal.lastStep == finding.lastStep &&
               dismissal.series == finding.citedRoles;
    });
    return found == review.dismissals.end() ? nullptr : &*found;
}

Dismissal dismiss(const Finding& finding, std::string_view reason) {
    return {finding.code,     finding.onsetStep,  finding.firstStep,
            finding.lastStep, finding.citedRoles, cleanNoteText(reason, mostReasonBytes)};
}

Note noteFromFinding(const Finding& finding) {
    Note note;
    setPlace(note, finding.firstStep, finding.lastStep);
    note.text = cleanNoteText(finding.summary);
    note.from = finding.code;
    return note;
}

void setPlace(Note& note, std::int64_t first, std::int64_t last) {
    note.firstStep = std::clamp(std::min(first, last), -farthestStep, farthestStep);
    note.lastStep = std::clamp(std::max(first, last), -farthestStep, farthestStep);
}

} // namespace tachograph
