#pragma once

#include "models/column.h"

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tachograph::models {

/// What one pixel column of a line shows: the first, lowest, highest and last point in it, so that no extreme is lost
/// and the line joins its neighbours rightly. `count` is 0 for an empty column; `gapBefore` means: do not join to the
/// left.
struct PixelColumn {
    double first = 0, low = 0, high = 0, last = 0;
    std::size_t count = 0;
    bool gapBefore = false; ///< a break (NaN, new attempt, missing steps) lies between the point before and `first`
    bool gapInside = false; ///< a break lies between two points of this column
};

/// A line to draw, known only through what a range of it looks like at a width. Implementations are immutable and safe
/// to use from several threads; today a plain list of points, later a min/max pyramid, without a change for lanes.
class CurveSource {
  public:
    virtual ~CurveSource() = default;

    /// Fills out[0 .. count-1] for [xMin, xMax) split into `count` equal columns. The points just outside the range are
    /// given as `before` and `after`, so that lines leave the view.
    struct Edges {
        std::optional<std::pair<double, double>> before, after;
        bool gapAfter = false; ///< do not join to `after`
    };
    virtual Edges columns(double xMin, double xMax, std::size_t count, std::vector<PixelColumn>& out) const = 0;

    /// The finite point nearest in x; nothing when there is none.
    [[nodiscard]] virtual std::optional<std::pair<double, double>> nearest(double x) const = 0;
    /// Smallest and largest x of finite points; nothing when there is none.
    [[nodiscard]] virtual std::optional<std::pair<double, double>> xRange() const = 0;
    /// Smallest and largest finite y with x in [xMin, xMax]; nothing when there is none.
    [[nodiscard]] virtual std::optional<std::pair<double, double>> yRange(double xMin, double xMax) const = 0;
    /// Points with x in [xMin, xMax] that a plot from `low` to `high` cannot show.
    struct Beyond {
        std::size_t above = 0, below = 0;
    };
    [[nodiscard]] virtual Beyond beyond(double xMin, double xMax, double low, double high) const = 0;
    /// The finite points with x in [xMin, xMax] as they were given, in the order of x: for tables and statistics, which
    /// need every one. Cost is linear in them.
    [[nodiscard]] virtual std::vector<std::pair<double, double>> points(double xMin, double xMax) const = 0;
    /// Points in all, breaks not counted.
    [[nodiscard]] virtual std::size_t size() const = 0;
};

using CurvePtr = std::shared_ptr<const CurveSource>;

/// A list of points. x ascends (equal values allowed; other orders are sorted); a NaN or infinity in y is a break in
/// the line, a NaN in x leaves the point out. Points are given in the units of the lane. Cost of a request: far below
/// linear in the points in view, thanks to summaries of blocks.
CurvePtr makeCurve(std::vector<double> x, std::vector<double> y);

/// The same without copies: columns that are finite and in order are drawn as they are and may be shared by curves.
CurvePtr curveOver(Column x, Column y);

} // namespace tachograph::models
