#pragma once

#include "analysis/comparison/comparison.h"
#include "models/timeline.h"

#include <QString>

#include <memory>

namespace tachograph::models {

/// What is to be compared: B against A.
struct ComparisonRequest {
    RunPtr a, b;
    QString nameA, nameB;
    CompareOptions options;
    int smoothing = 21;      ///< window of the running median in points; 0 = raw only
    bool sideBySide = false; ///< a timeline of each run too
};

/// A comparison with the lanes that show it: everything the compare page and the report of two runs draw. Immutable.
struct ComparisonView {
    ComparisonRequest request;
    Comparison comparison;
    TimelinePtr timeline;     ///< both runs over each other, A first; with the lane "ratio"
    TimelinePtr sideA, sideB; ///< when asked for: each run alone, as drawn in the lanes of both, with their scales
};

using ComparisonViewPtr = std::shared_ptr<const ComparisonView>;

/// The id of the lane of B over A.
inline constexpr QLatin1StringView ratioLaneId("ratio");

/// Compares and lays out. Takes seconds for long runs: a background job's work.
ComparisonViewPtr viewComparison(const ComparisonRequest& request, const Job& job = {});

} // namespace tachograph::models
