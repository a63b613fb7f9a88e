#include "widgets/plot/annotationplacement.h"

#include <algorithm>

namespace tachograph::widgets {
namespace {

/// Part of the segment a-b inside the vertical stripe [left, right]: its span in y.
std::optional<std::pair<double, double>> spanInStripe(QPointF a, QPointF b, double left, double right) {
    if (a.x() > b.x())
        std::swap(a, b);
    if (b.x() < left || a.x() > right)
        return std::nullopt;
    if (a.x() == b.x())
        return std::minmax(a.y(), b.y());
    const auto at = [&](double x) {
        return a.y() + (b.y() - a.y()) * (x - a.x()) / (b.x() - a.x());
    };
    return std::minmax(at(std::max(a.x(), left)), at(std::min(b.x(), right)));
}

bool isFree(const QRectF& rect, const PlacementRequest& request) {
    const QRectF allowed = request.area.adjusted(2, request.topReserve, -2, -2);
    if (!allowed.contains(rect))
        return false;
    if (std::ranges::any_of(request.taken,
                            [&](const QRectF& other) { return other.adjusted(-2, -2, 2, 2).intersects(rect); }))
        return false;
    const auto meets = [&](double clearance) {
        return [&rect, clearance](const QPolygonF& curve) {
            return meetsCurve(rect, curve, clearance);
        };
    };
    return std::ranges::none_of(request.curves, meets(request.clearance)) &&
           std::ranges::none_of(request.spiky, meets(1));
}

} // namespace

bool meetsCurve(const QRectF& rect, const QPolygonF& curve, double clearance) {
    const double top = rect.top() - clearance, bottom = rect.bottom() + clearance;
    if (curve.size() == 1)
        return rect.adjusted(-clearance, -clearance, clearance, clearance).contains(curve.first());
    for (qsizetype i = 1; i < curve.size(); ++i) {
        const auto span = spanInStripe(curve[i - 1], curve[i], rect.left() - clearance, rect.right() + clearance);
        if (span && span->first < bottom && span->second > top)
            return true;
    }
    return false;
}

std::optional<QRectF> placeAnnotation(const PlacementRequest& request) {
    const double width = request.size.width(), height = request.size.height();
    const QRectF area = request.area;
    std::vector<double> heights = {request.anchor.y() - height / 2};
    constexpr int slides = 8;
    for (int i = 0; i <= slides; ++i) { // the lower end first: arrows of off-scale values are at the top
        const double share = static_cast<double>(slides - i) / slides;
        heights.push_back(area.top() + request.topReserve + share * (area.height() - request.topReserve - 2 - height));
    }
    std::vector<QPointF> corners;
    for (const double x : {request.anchor.x() + request.gap, request.anchor.x() - request.gap - width})
        for (const double y : heights)
            corners.emplace_back(x, y);
    const double centred = std::clamp(request.anchor.x() - width / 2, area.left() + 3,
                                      std::max(area.left() + 3, area.right() - width - 3));
    corners.emplace_back(centred, request.anchor.y() - request.gap - height);
    corners.emplace_back(centred, request.anchor.y() + request.gap);
    for (const QPointF& corner : corners) {
        const QRectF rect(corner, request.size);
        if (isFree(rect, request))
            return rect;
    }
    return std::nullopt;
}

} // namespace tachograph::widgets
