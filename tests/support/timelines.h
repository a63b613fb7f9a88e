#pragma once

#include "models/timeline.h"

/// Timelines with planted content, for tests of what is drawn.
namespace tachograph::tests {

/// An RL run as in the design: 1,240 steps, step time creeping from step 420 on, a stall at every checkpoint, an
/// out-of-memory at 811 resumed from 800, five lanes, one folded lane, five findings.
models::TimelinePtr rlTimeline();

/// Two runs of one quantity over steps since the resume: A at 20, B at 6.5 Ktok/s, B shorter.
models::TimelinePtr twoRunTimeline();

/// One lane "Value" with these points as its only line (kind raw), x range of the points.
models::TimelinePtr oneLaneTimeline(std::vector<double> x, std::vector<double> y);

/// `lanes` lanes of white noise with `points` points each.
models::TimelinePtr noiseTimeline(std::size_t lanes, std::size_t points);

} // namespace tachograph::tests
