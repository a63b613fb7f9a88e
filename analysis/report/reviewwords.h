#pragma once

#include "analysis/diagnosis/diagnosis.h"
#include "analysis/report/document.h"
#include "analysis/review/notesfile.h"

#include <string>
#include <vector>

namespace tachograph {

/// "2 notes, 1 finding dismissed"
std::string tallyText(const RunReview& review);

/// Why a finding was set aside: "known on this node", or that no reason was given.
std::string reasonText(const Dismissal& dismissal);

/// What must be known about a review: that it was written for another recording, and which of its dismissals meet no
/// finding of this diagnosis. Whole sentences; empty when there is nothing.
std::vector<std::string> reviewRemarks(const ReviewOfRun& review, const Diagnosis& diagnosis);

/// The notes with their places, in their order.
Table noteTable(const RunReview& review);

} // namespace tachograph
