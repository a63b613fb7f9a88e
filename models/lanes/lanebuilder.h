#pragma once

#include "analysis/core/job.h"
#include "models/column.h"
#include "models/timeline.h"

#include <QString>

#include <memory>
#include <span>
#include <vector>

namespace tachograph::models {

/// A run as lane builders see it.
struct LaneRun {
    std::shared_ptr<const Run> run;
    const Diagnosis* diagnosis = nullptr; ///< may be null
    int index = 0;                        ///< into Timeline::runs
    QString name;
    Column positions;       ///< of every row on the axis; empty when the run cannot be laid along it
    QString whyNoPositions; ///< then: the reason
    bool plain = false;     ///< see plainRows()
    std::shared_ptr<const StepPositions> steps; ///< places of its steps; null when there are no positions
};

/// What lanes are built from. xMin and xMax are those of the timeline.
struct LaneInput {
    std::vector<LaneRun> runs;
    TimelineOptions options;
    double xMin = 0, xMax = 1;
    Job job;
};

/// One kind of lane: a descriptor and pure functions. A new lane is one file and one line in the registry.
struct LaneBuilder {
    const char* id;    ///< as in Lane::id
    const char* title; ///< for people: "Step time"
    const char* group; ///< heading in the list of series
    /// The series that carries the lane, for the list of series; nullptr when it is not logged.
    const Series* (*mainSeries)(const Run& run);
    /// Whether the lane belongs to the standard ones although nothing of it is logged: then it says so.
    bool always = true;
    /// Fills everything but id and title; sets Lane::state when there is nothing to draw.
    void (*build)(const LaneInput& input, Lane& lane);
};

/// In the order in which they are shown.
std::span<const LaneBuilder* const> laneBuilders();
/// nullptr when there is none of that id.
const LaneBuilder* laneBuilderById(const QString& id);

/// Lanes for a single series, by key: "series/KEY".
inline constexpr QLatin1StringView seriesLanePrefix("series/");
Lane buildSeriesLane(const LaneInput& input, const QString& key);

} // namespace tachograph::models
