#include "analysis/numerics/changemodels.h"

#include "analysis/numerics/whitenedsums.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph::numerics {

namespace {

using Column = WhitenedSums::Column;

/// One or two columns beside the levels of groups: their coefficients and what is left.
struct Solution {
    double first = 0, second = 0;
    double rss = std::numeric_limits<double>::infinity();
};

Solution solveOne(double yy, double square, double product) {
    if (!(square > 1e-12))
        return {};
    return {product / square, 0.0, yy - product * product / square};
}

/// [a b; b c] (first, second) = (u, v)
Solution solveTwo(double yy, double a, double b, double c, double u, double v) {
    const double determinant = a * c - b * b;
    if (!(determinant > 1e-12 * a * c))
        return {};
    Solution solution;
    solution.first = (c * u - b * v) / determinant;
    solution.second = (a * v - b * u) / determinant;
    solution.rss = yy - solution.first * u - solution.second * v;
    return solution;
}

struct Candidate {
    Solution solution;
    std::vector<std::size_t> changes;
};

/// Searches the change positions of every shape.
class Search {
  public:
    explicit Search(const WhitenedSums& sums) : m_sums(sums), m_count(sums.size()) {
        constexpr std::size_t mostPositions = 300;
        m_least = std::max<std::size_t>(4, (8 * m_count + 99) / 100);
        m_stride = std::max<std::size_t>(1, (m_count + mostPositions - 1) / mostPositions);
        m_yy = sums.product(Column::values, Column::values);
        m_xx = sums.product(Column::x, Column::x);
        m_xy = sums.product(Column::x, Column::values);
    }
    [[nodiscard]] bool cuttable() const { return m_count >= 3 * m_least; }

    [[nodiscard]] Candidate flat() const { return {{0.0, 0.0, m_yy}, {}}; }
    [[nodiscard]] Candidate line() const {
        const Solution solution = solveOne(m_yy, m_xx, m_xy);
        return std::isfinite(solution.rss) ? Candidate{solution, {}} : flat();
    }
    [[nodiscard]] Candidate oneShift() const {
        Candidate best = flat();
        forEachChange(m_least, m_count, [&](std::size_t at) {
            keep(best, solveOne(m_yy, m_sums.shiftSquare(at), m_sums.shift(at, Column::values)), at);
        });
        return best;
    }
    [[nodiscard]] Candidate hinge() const {
        Candidate best = line();
        forEachChange(m_least, m_count, [&](std::size_t at) {
            keep(best,
                 solveTwo(m_yy, m_xx, m_sums.hinge(at, Column::x), m_sums.hingeSquare(at), m_xy,
                          m_sums.hinge(at, Column::values)),
                 at);
        });
        return best;
    }
    [[nodiscard]] Candidate lineWithShift() const {
        Candidate best = line();
        forEachChange(m_least, m_count, [&](std::size_t at) {
            keep(best,
                 solveTwo(m_yy, m_xx, m_sums.shift(at, Column::x), m_sums.shiftSquare(at), m_xy,
                          m_sums.shift(at, Column::values)),
                 at);
        });
        return best;
    }
    [[nodiscard]] Candidate twoShifts() const {
        std::vector<double> square(m_count), product(m_count);
        forEachChange(m_least, m_count, [&](std::size_t at) {
            square[at] = m_sums.shiftSquare(at);
            product[at] = m_sums.shift(at, Column::values);
        });
        Solution least;
        std::size_t one = 0, two = 0;
        forEachChange(m_least, m_count - m_least, [&](std::size_t a) {
            forEachChange(a + m_least, m_count, [&](std::size_t b) {
                const Solution solution =
                    solveTwo(m_yy, square[a], m_sums.shifts(a, b), square[b], product[a], product[b]);
                if (solution.rss < least.rss) {
                    least = solution;
                    one = a;
                    two = b;
                }
            });
        });
        return std::isfinite(least.rss) ? Candidate{least, {one, two}} : oneShift();
    }

  private:
    /// Calls body for each position in [from, end - least].
    template <typename Body>
    void forEachChange(std::size_t from, std::size_t end, Body body) const {
        const std::size_t first = (from + m_stride - 1) / m_stride * m_stride;
        for (std::size_t at = first; at + m_least <= end; at += m_stride)
            body(at);
    }
    static void keep(Candidate& best, const Solution& solution, std::size_t change) {
        if (solution.rss < best.solution.rss || (best.changes.empty() && std::isfinite(solution.rss)))
            best = {solution, {change}};
    }

    const WhitenedSums& m_sums;
    std::size_t m_count, m_least, m_stride;
    double m_yy, m_xx, m_xy;
};

ShapeFit fitOf(Shape shape, const Candidate& candidate, const WhitenedSums& sums) {
    const Solution& solution = candidate.solution;
    ShapeFit fit;
    fit.shape = shape;
    fit.changes = candidate.changes;
    fit.rss = solution.rss;
    if (shape == Shape::flat || shape == Shape::oneShift || shape == Shape::twoShifts)
        return fit;
    const std::size_t last = sums.size() - 1;
    fit.slopeRise = 2.0 * solution.first;
    if (shape == Shape::hinge && !fit.changes.empty())
        fit.slopeRise += solution.second * (sums.xAt(last) - sums.xAt(fit.changes[0]));
    if (shape == Shape::lineWithShift)
        fit.jump = solution.second;
    return fit;
}

/// The shape along the series, from 0 at the first value on.
std::vector<double> curveOf(const ShapeFit& fit, const Solution& solution, const WhitenedSums& sums) {
    std::vector<double> curve(sums.size());
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const auto after = [&](std::size_t k) {
            return k < fit.changes.size() && i >= fit.changes[k];
        };
        switch (fit.shape) {
        case Shape::flat:
            break;
        case Shape::oneShift:
        case Shape::twoShifts:
            curve[i] = (after(0) ? solution.first : 0.0) + (after(1) ? solution.second : 0.0);
            break;
        case Shape::line:
        case Shape::hinge:
        case Shape::lineWithShift:
            curve[i] = solution.first * (sums.xAt(i) - sums.xAt(0));
            if (after(0))
                curve[i] +=
                    solution.second * (fit.shape == Shape::hinge ? sums.xAt(i) - sums.xAt(fit.changes[0]) : 1.0);
        }
    }
    return curve;
}

void drawFit(const ShapeInput& input, const Solution& solution, const WhitenedSums& sums, ShapeFit& fit) {
    fit.shapeOnly = curveOf(fit, solution, sums);
    std::vector<double> residuals(input.values.begin(), input.values.end());
    for (std::size_t i = 0; i < residuals.size(); ++i)
        residuals[i] -= fit.shapeOnly[i];
    fit.fitted = sums.groupLevels(residuals);
    for (std::size_t i = 0; i < residuals.size(); ++i) {
        residuals[i] -= fit.fitted[i];
        fit.fitted[i] += fit.shapeOnly[i];
    }
    fit.rss = sums.whiteSquares(residuals); // exact where the sums cancel
}

ShapeContest contestOf(const ShapeInput& input, double leastVariance, bool draw) {
    const WhitenedSums sums(input);
    const Search search(sums);
    const bool cuttable = search.cuttable();
    const std::array candidates{
        search.flat(), cuttable ? search.oneShift() : search.flat(), cuttable ? search.twoShifts() : search.flat(),
        search.line(), cuttable ? search.hinge() : search.line(),    cuttable ? search.lineWithShift() : search.line()};
    const auto m = static_cast<double>(input.values.size());
    ShapeContest contest;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        ShapeFit& fit = contest.fits[i];
        fit = fitOf(static_cast<Shape>(i), candidates[i], sums);
        if (draw)
            drawFit(input, candidates[i].solution, sums, fit);
        fit.bic = m * std::log(std::max(fit.rss / m, leastVariance)) + parameterCount(fit.shape) * std::log(m);
    }
    return contest;
}

bool lowerBic(const ShapeFit& a, const ShapeFit& b) {
    return a.bic < b.bic;
}

} // namespace

int parameterCount(Shape shape) {
    constexpr std::array counts{2, 4, 6, 3, 5, 5};
    return counts[static_cast<std::size_t>(shape)];
}

const ShapeFit& ShapeContest::bestLevel() const {
    return *std::min_element(fits.begin(), fits.begin() + 3, lowerBic);
}

const ShapeFit& ShapeContest::bestSlope() const {
    return *std::min_element(fits.begin() + 3, fits.end(), lowerBic);
}

const ShapeFit& ShapeContest::best() const {
    return *std::ranges::min_element(fits, lowerBic);
}

const ShapeFit& ShapeContest::bestChange() const {
    return *std::min_element(fits.begin() + 1, fits.end(), lowerBic);
}

double ShapeContest::changeEvidence() const {
    return of(Shape::flat).bic - bestChange().bic;
}

ShapeContest fitShapes(const ShapeInput& input, double leastVariance) {
    return contestOf(input, leastVariance, true);
}

ShapeContest fitShapesOnly(const ShapeInput& input, double leastVariance) {
    return contestOf(input, leastVariance, false);
}

} // namespace tachograph::numerics
