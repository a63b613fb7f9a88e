#include "widgets/plot/linevalue.h"

#include <cmath>
#include <limits>
#include <vector>

namespace tachograph::widgets {
namespace {

double justAbove(double x) {
    return std::nextafter(x, std::numeric_limits<double>::infinity());
}

} // namespace

std::optional<double> interpolated(const models::CurveSource& curve, double x) {
    std::vector<models::PixelColumn> column;
    const auto edges = curve.columns(x, justAbove(x), 1, column);
    if (!column.empty() && column.front().count > 0)
        return column.front().last;
    if (!edges.before || !edges.after || edges.gapAfter)
        return std::nullopt;
    const auto [x0, y0] = *edges.before;
    const auto [x1, y1] = *edges.after;
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0);
}

std::optional<double> nextPoint(const models::CurveSource& curve, double x, bool right) {
    std::vector<models::PixelColumn> column;
    if (!right) {
        const auto edges = curve.columns(x, justAbove(x), 1, column);
        return edges.before ? std::optional(edges.before->first) : std::nullopt;
    }
    const double above = justAbove(x);
    const auto edges = curve.columns(above, justAbove(above), 1, column);
    if (!column.empty() && column.front().count > 0)
        return above;
    return edges.after ? std::optional(edges.after->first) : std::nullopt;
}

} // namespace tachograph::widgets
