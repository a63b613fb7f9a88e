#pragma once

#include "models/timeline.h"

#include <utility>

namespace tachograph::models {

/// `timeline` with everything of one run moved right by `by`, along an axis that stays `range`: what dragging a run
/// shows before the numbers are worked out. What both runs make together (the ratio) is not known there: it is left
/// out, and its lane says so.
TimelinePtr movedTimeline(const Timeline& timeline, int run, double by, std::pair<double, double> range);

} // namespace tachograph::models
