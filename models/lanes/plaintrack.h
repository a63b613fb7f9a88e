#pragma once

#include "models/column.h"
#include "models/lanes/lanebuilder.h"

#include <optional>

namespace tachograph::models {

/// Whether every row is a point of any line over them: one attempt, steps that ascend without a gap, all with a place
/// and in its order. Then nothing has to be cut, sorted or laid apart, which is most of the work for a long run.
bool plainRows(const Rows& rows, std::span<const double> positions);

/// A line without a break.
struct PlainTrack {
    Column x, y;
};

/// A series that has one finite value in every row of such a run, at least from some row on (the first steps have no
/// step time that stamps could tell), times `factor`: what tracksOf() would give as its one track, without the steps on
/// the way. The recording's own memory where the series is one of its own, in the unit of the lane. Nothing for any
/// other series.
std::optional<PlainTrack> plainTrack(const LaneRun& run, const Series& series, double factor);

} // namespace tachograph::models
