#include "widgets/plot/linepieces.h"

#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

// Each piece is drawn with the segments around it and shows in its own pixel columns only, so that none is painted
// twice.
void drawInPieces(QPainter& painter, const QPen& pen, const QPolygonF& line) {
    painter.setPen(pen);
    if (line.size() <= cornersInPiece + 1) {
        if (line.size() > 1)
            painter.drawPolyline(line);
        return;
    }
    const bool dashed = pen.style() != Qt::SolidLine;
    const QRectF bounds = line.boundingRect().adjusted(-pen.widthF(), -pen.widthF(), pen.widthF(), pen.widthF());
    QPen shifted = pen;
    double length = 0; // from the start of the line to `measured`
    qsizetype measured = 0;
    double left = std::floor(bounds.left());
    for (qsizetype begin = 0; begin + 1 < line.size(); begin += cornersInPiece) {
        const qsizetype first = std::max<qsizetype>(0, begin - 2), end = begin + cornersInPiece;
        const double right = std::floor(end + 1 < line.size() ? line[end].x() : bounds.right() + 1);
        for (; dashed && measured < first; ++measured)
            length += QLineF(line[measured], line[measured + 1]).length();
        shifted.setDashOffset(pen.dashOffset() + length / pen.widthF());
        painter.save();
        painter.setClipRect(QRectF(left, bounds.top(), right - left, bounds.height()), Qt::IntersectClip);
        if (dashed)
            painter.setPen(shifted);
        painter.drawPolyline(line.mid(first, end + 3 - first));
        painter.restore();
        left = right;
    }
}

} // namespace tachograph::widgets
