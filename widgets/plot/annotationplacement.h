#pragma once

#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace tachograph::widgets {

/// A place for a plate of text beside an anchor: free of other plates, of the curve (with some distance) and of the
/// edges.
struct PlacementRequest {
    QRectF area;                       ///< the plate stays inside
    QPointF anchor;                    ///< what it is about
    QSizeF size;                       ///< of the plate
    std::vector<QRectF> taken;         ///< plates that are there already
    std::vector<QPolygonF> curves;     ///< lines that must stay visible, in pixels
    double clearance = 6;              ///< distance to the curves
    std::vector<QPolygonF> spiky = {}; ///< raw lines: no spike of theirs is hidden, but plates may be close
    double gap = 8;                    ///< distance to the anchor
    double topReserve = 10;            ///< height of the row of off-scale arrows
};

/// Tries right of the anchor, left, above, below (sliding along the lane's height beside it); nothing when all are
/// taken.
std::optional<QRectF> placeAnnotation(const PlacementRequest& request);

/// Whether a line comes closer than `clearance` to the rectangle.
bool meetsCurve(const QRectF& rect, const QPolygonF& curve, double clearance);

} // namespace tachograph::widgets
