#pragma once

#include "analysis/review/runreview.h"
#include "models/timeline.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace tachograph::models {

/// A note where it lies on the axis of a timeline.
struct PlacedNote {
    std::uint64_t id = 0;
    int run = 0;                ///< index into Timeline::runs
    double first = 0, last = 0; ///< on the axis; equal for a point
    bool wholeRun = false;      ///< over the whole run, wherever that lies
    QString text;               ///< safe to show; with line breaks

    bool operator==(const PlacedNote&) const = default;
};

/// The notes of the timeline's runs, by where they begin; `reviews` has one for each run (null = none). A note of a run
/// without a place on the axis is left out. Fast enough for every move of the mouse.
std::vector<PlacedNote> placeNotes(const Timeline& timeline, const std::vector<RunReviewPtr>& reviews);

/// Indices into timeline.findings of those that are dismissed.
std::set<int> dismissedFindings(const Timeline& timeline, const std::vector<RunReviewPtr>& reviews);

/// The step of a run nearest to a place on the axis; nothing when the run has no place on it.
std::optional<std::int64_t> stepAt(const Timeline& timeline, int run, double x);

} // namespace tachograph::models
