#pragma once

class QPainter;

namespace tachograph::widgets {

class LaneView;

/// Text in a lane: names of limits, what the selected finding says, numbered discs for the report, the legend box, and
/// the sentence of a lane with nothing to draw or with one point. Every text has a plate and hides no curve.
void paintNotes(QPainter& painter, const LaneView& lane);

} // namespace tachograph::widgets
