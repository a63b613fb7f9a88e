#pragma once

#include "models/lanes/lanebuilder.h"
#include "models/timeline.h"

#include <vector>

/// The parts of buildTimeline() that are not lanes.
namespace tachograph::models {

/// Logged events of all runs on the axis, ascending; an event without a place is shown at the nearest row before it.
/// The end of a recording without a logged exit is an event too: it says where the log ends.
std::vector<TimelineEvent> timelineEvents(const LaneInput& input);

/// Findings of all runs on the axis: gravest first, then by onset.
std::vector<TimelineFinding> timelineFindings(const LaneInput& input);

/// Position -> elapsed seconds of a run; null when its elapsed time is not known or is the axis itself.
CurvePtr elapsedAlong(const LaneRun& run, XAxis axis);

} // namespace tachograph::models
