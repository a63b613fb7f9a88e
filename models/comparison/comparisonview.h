#pragma once

#include "analysis/comparison/comparisonset.h"
#include "analysis/comparison/rampcurve.h"
#include "models/timeline.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tachograph::models {

/// What is to be compared: B against A.
struct ComparisonRequest {
    RunPtr a, b;
    QString nameA, nameB;
    CompareOptions options;
    int smoothing = 21;      ///< window of the running median in points; 0 = raw only
    bool sideBySide = false; ///< a timeline of each run too
    /// All runs to hold against A, B among them, in the order in which a revert is looked for; empty = B alone. Those
    /// after the first ComparisonSet::mostOthers are left out.
    std::vector<RunPtr> others;
    AddedSeries added = {}; ///< to the lanes of both
};

/// A comparison with the lanes that show it: everything the compare page and the report of two runs draw. Immutable.
struct ComparisonView {
    ComparisonRequest request;
    Comparison comparison;
    TimelinePtr timeline;     ///< both runs over each other, A first; with the lane "ratio"
    TimelinePtr sideA, sideB; ///< when asked for: each run alone, as drawn in the lanes of both, with their scales
    std::optional<RampCurves> ramps; ///< nothing when there is no ramp to show
    std::vector<Comparison> others;  ///< of several runs: each against A, B too, in the order of the request
    std::vector<NoiseFloor> floors;  ///< of several runs: where repeats of a side are among them
    std::string revert;              ///< of several runs: A, B, A again; empty when no run goes back
};

using ComparisonViewPtr = std::shared_ptr<const ComparisonView>;

/// The id of the lane of B over A.
inline constexpr QLatin1StringView ratioLaneId("ratio");

/// Compares and lays out. Takes seconds for long runs: a background job's work.
ComparisonViewPtr viewComparison(const ComparisonRequest& request, const Job& job = {});

/// Lays out a comparison that is made already, of the request's A and B under its options. What several runs say is
/// left empty. A tenth of the time, in the background too.
ComparisonViewPtr layOutComparison(const ComparisonRequest& request, Comparison comparison, const Job& job = {});

} // namespace tachograph::models
