#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// The six shapes that compete to describe a series (Beaulieu & Killick 2018 treat trend, shift and memory the same
/// way: as a choice of model). All are fitted by generalised least squares under noise whose correlation from one value
/// to the next is known.
namespace tachograph::numerics {

enum class Shape { flat, oneShift, twoShifts, line, hinge, lineWithShift };

/// Number of fitted parameters, change positions and the noise level included: 2, 4, 6, 3, 5, 5. Levels of further
/// groups are not counted: every shape has them.
int parameterCount(Shape shape);

/// Values in order, as the shapes see them.
struct ShapeInput {
    std::span<const double> values;
    std::span<const double> x = {};            ///< ascending places; empty = 0, 1, 2, ...
    std::span<const std::uint32_t> group = {}; ///< consecutive equal ones = one group; empty = one group. A group has a
                                               ///< level of its own in every shape, and noise of its own
    double correlation = 0.0;                  ///< of the noise of neighbours, in [0, 1)
};

struct ShapeFit {
    Shape shape = Shape::flat;
    double rss = 0;                   ///< squared residuals after the noise was made white, not floored
    double bic = 0;                   ///< M ln(RSS / M) + p ln M, RSS floored
    std::vector<std::size_t> changes; ///< first value after each shift; the value of the hinge
    std::vector<double> fitted;       ///< M values, levels of groups included
    std::vector<double> shapeOnly;    ///< the same without the levels of groups
    double slopeRise = 0;             ///< rise from the first to the last value by the sloped parts alone
    double jump = 0;                  ///< of lineWithShift
};

struct ShapeContest {
    std::array<ShapeFit, 6> fits; ///< in the order of Shape
    [[nodiscard]] const ShapeFit& of(Shape shape) const { return fits[static_cast<std::size_t>(shape)]; }
    [[nodiscard]] const ShapeFit& bestLevel() const; ///< flat, oneShift or twoShifts of lowest BIC
    [[nodiscard]] const ShapeFit& bestSlope() const; ///< line, hinge or lineWithShift of lowest BIC
    [[nodiscard]] const ShapeFit& best() const;
    [[nodiscard]] const ShapeFit& bestChange() const; ///< of lowest BIC without flat
    /// BIC(flat) - BIC(best of the other five): how much any change is worth.
    [[nodiscard]] double changeEvidence() const;
    /// BIC(bestLevel) - BIC(bestSlope): positive speaks for a slope.
    [[nodiscard]] double slopeEvidence() const { return bestLevel().bic - bestSlope().bic; }
};

/// Fits all six. Segments have at least max(4, 8 % of M) values, two shifts are tried in all pairs; with more than 300
/// values every second (third, ...) position is tried. `leastVariance` is the floor of RSS / M: noiseless input stays
/// finite. O(M^2) up to 300 values, O(M) beyond; below 12 the shapes with changes are left at the fit of their simpler
/// kin.
ShapeContest fitShapes(const ShapeInput& input, double leastVariance);

/// The same without the curves (fitted, shapeOnly): for many series of the same kind.
ShapeContest fitShapesOnly(const ShapeInput& input, double leastVariance);

} // namespace tachograph::numerics
