#pragma once

class QPainter;

namespace tachograph::widgets {

class LaneView;

/// Ground of the findings that cite a series of the lane.
void paintTints(QPainter& painter, const LaneView& lane);
/// Horizontal lines at the value ticks with their labels, vertical ones at the position ticks.
void paintGrid(QPainter& painter, const LaneView& lane);
/// Left and lower edge.
void paintAxes(QPainter& painter, const LaneView& lane);
/// Onsets of tinting findings, configuration changes, resumes, crashes; short ticks for checkpoints.
void paintEventLines(QPainter& painter, const LaneView& lane);
/// Where the reviewer's notes begin and end; the span of the selected one.
void paintNoteLines(QPainter& painter, const LaneView& lane);
/// Arrows for values beyond the range and crosses for missing values.
void paintMarks(QPainter& painter, const LaneView& lane);

} // namespace tachograph::widgets
