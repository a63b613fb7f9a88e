#include "widgets/plot/linepieces.h"

#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

// Each piece shows in its own pixel columns only, so that none is painted twice, and is drawn with all the segments
// that reach into these: several corners may lie in one column.
void drawInPieces(QPainter& painter, const QPen& pen, const QPolygonF& line) {
    painter.setPen(pen);
    if (line.size() <= cornersInPiece + 1) {
        if (line.size() > 1)
            painter.drawPolyline(line);
        return;
    }
    const bool dashed = pen.style() != Qt::SolidLine;
    const double reach = pen.widthF(); // of a stroke beyond its line, at most
    const QRectF bounds = line.boundingRect().adjusted(-reach, -reach, reach, reach);
    QPen shifted = pen;
    double length = 0; // from the start of the line to `measured`
    qsizetype measured = 0;
    double left = std::floor(bounds.left());
    for (qsizetype begin = 0; begin + 1 < line.size(); begin += cornersInPiece) {
        qsizetype first = begin, end = begin + cornersInPiece;
        const double right = std::floor(end + 1 < line.size() ? line[end].x() : bounds.right() + 1);
        while (first > 0 && line[first].x() > left - reach)
            --first;
        while (end < line.size() && line[end].x() < right + reach)
            ++end;
        for (; dashed && measured < first; ++measured)
            length += QLineF(line[measured], line[measured + 1]).length();
        shifted.setDashOffset(pen.dashOffset() + length / pen.widthF());
        painter.save();
        painter.setClipRect(QRectF(left, bounds.top(), right - left, bounds.height()), Qt::IntersectClip);
        if (dashed)
            painter.setPen(shifted);
        painter.drawPolyline(line.mid(first, end + 1 - first));
        painter.restore();
        left = right;
    }
}

} // namespace tachograph::widgets
