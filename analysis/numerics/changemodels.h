#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

/// The six shapes that compete to describe a series of block medians (Beaulieu & Killick 2018 treat trend, shift and
/// memory the same way: as a choice of model). All are fitted by least squares over block number 0 .. M-1.
namespace tachograph::numerics {

enum class Shape { flat, oneShift, twoShifts, line, hinge, lineWithShift };

/// Number of fitted parameters, change positions and the noise level included: 2, 4, 6, 3, 5, 5.
int parameterCount(Shape shape);

struct ShapeFit {
    Shape shape = Shape::flat;
    double rss = 0;                   ///< residual sum of squares, not floored
    double bic = 0;                   ///< M ln(RSS / M) + p ln M, RSS floored
    std::vector<std::size_t> changes; ///< first block after each shift; the block of the hinge
    std::vector<double> fitted;       ///< M values
    double slopeRise = 0;             ///< rise from the first to the last block by the sloped parts alone
    double jump = 0;                  ///< of lineWithShift
};

struct ShapeContest {
    std::array<ShapeFit, 6> fits; ///< in the order of Shape
    [[nodiscard]] const ShapeFit& of(Shape shape) const { return fits[static_cast<std::size_t>(shape)]; }
    [[nodiscard]] const ShapeFit& bestLevel() const; ///< flat, oneShift or twoShifts of lowest BIC
    [[nodiscard]] const ShapeFit& bestSlope() const; ///< line, hinge or lineWithShift of lowest BIC
    /// BIC(flat) - BIC(best of the other five): how much any change is worth.
    [[nodiscard]] double changeEvidence() const;
    /// BIC(bestLevel) - BIC(bestSlope): positive speaks for a slope.
    [[nodiscard]] double slopeEvidence() const { return bestLevel().bic - bestSlope().bic; }
};

/// Fits all six. Segments have at least max(4, 8 % of M) blocks, every change position is tried, two shifts by exact
/// dynamic programming. `leastVariance` is the floor of RSS / M: noiseless input stays finite.
/// O(M^2); at least 12 values, else the shapes with changes are left at the fit of their simpler kin.
ShapeContest fitShapes(std::span<const double> values, double leastVariance);

} // namespace tachograph::numerics
