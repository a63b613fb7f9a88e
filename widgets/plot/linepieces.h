#pragma once

#include <QPen>
#include <QPolygonF>

class QPainter;

namespace tachograph::widgets {

/// Lines and bands are filled in pieces of so many corners: in one piece a zigzag crosses each pixel row hundreds of
/// times, and the painter sorts all crossings of a row (80 instead of 12 ms a frame).
inline constexpr qsizetype cornersInPiece = 12;

/// Draws a line whose corners go from the left to the right, as if it were in one piece. The painter keeps the pen.
void drawInPieces(QPainter& painter, const QPen& pen, const QPolygonF& line);

} // namespace tachograph::widgets
