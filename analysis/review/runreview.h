#pragma once

#include "analysis/core/result.h"
#include "analysis/detectors/finding.h"
#include "analysis/review/note.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// Everything a reviewer said about one run.
struct RunReview {
    std::vector<Note> notes;
    std::vector<Dismissal> dismissals;

    [[nodiscard]] bool empty() const { return notes.empty() && dismissals.empty(); }
    bool operator==(const RunReview&) const = default;
};

using RunReviewPtr = std::shared_ptr<const RunReview>;

/// Bounds of a review, wherever it comes from.
inline constexpr std::size_t mostNotes = 10'000, mostDismissals = 1'000;
inline constexpr std::size_t mostNoteBytes = 4'000, mostReasonBytes = 1'000;
inline constexpr std::int64_t farthestStep = 1'000'000'000'000'000; ///< larger ones are no steps; exact as double

/// A note's text made safe to keep and show: every line as plainText() leaves it, no blank lines at the ends, at most
/// `most` bytes.
std::string cleanNoteText(std::string_view text, std::size_t most = mostNoteBytes);

/// "whole run", "step 1,240", "steps 120 to 180".
std::string placeText(const Note& note);

/// Run-wide ones first, then by first step, then as they were written.
std::vector<const Note*> notesInOrder(const RunReview& review);

/// The dismissal of exactly this finding; nullptr when it is not dismissed.
const Dismissal* dismissalOf(const RunReview& review, const Finding& finding);
Dismissal dismiss(const Finding& finding, std::string_view reason);

/// A note over the span of the finding with what the finding says.
Note noteFromFinding(const Finding& finding);

/// A span with its ends in order, as a note's place; steps beyond farthestStep are drawn in.
void setPlace(Note& note, std::int64_t first, std::int64_t last);

} // namespace tachograph
