#include "analysis/numerics/changemodels.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph::numerics {

namespace {

/// Mean and squared deviations of any segment in O(1); values are centred first, so that sums do not cancel.
class SegmentCosts {
  public:
    explicit SegmentCosts(std::span<const double> values) : m_sum(values.size() + 1), m_square(values.size() + 1) {
        double total = 0.0;
        for (const double value : values)
            total += value;
        m_centre = total / static_cast<double>(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double value = values[i] - m_centre;
            m_sum[i + 1] = m_sum[i] + value;
            m_square[i + 1] = m_square[i] + value * value;
        }
    }
    [[nodiscard]] double cost(std::size_t begin, std::size_t end) const {
        const double sum = m_sum[end] - m_sum[begin];
        return std::max(0.0, m_square[end] - m_square[begin] - sum * sum / static_cast<double>(end - begin));
    }
    [[nodiscard]] double mean(std::size_t begin, std::size_t end) const {
        return m_centre + (m_sum[end] - m_sum[begin]) / static_cast<double>(end - begin);
    }

  private:
    std::vector<double> m_sum, m_square;
    double m_centre = 0;
};

/// Positions of 0, 1 and 2 shifts with the least total cost.
struct BestCuts {
    std::size_t one = 0;
    std::array<std::size_t, 2> two{};
};

/// best1[end] is the cheapest way to cut [0, end) once; two cuts add one segment behind it.
BestCuts bestCuts(const SegmentCosts& costs, std::size_t count, std::size_t least) {
    constexpr double never = std::numeric_limits<double>::infinity();
    std::vector<double> best1(count + 1, never);
    std::vector<std::size_t> cut1(count + 1, 0);
    for (std::size_t end = 2 * least; end <= count; ++end)
        for (std::size_t cut = least; cut + least <= end; ++cut) {
            const double cost = costs.cost(0, cut) + costs.cost(cut, end);
            if (cost < best1[end]) {
                best1[end] = cost;
                cut1[end] = cut;
            }
        }
    BestCuts best;
    best.one = cut1[count];
    double best2 = never;
    for (std::size_t cut = 2 * least; cut + least <= count; ++cut) {
        const double cost = best1[cut] + costs.cost(cut, count);
        if (cost < best2) {
            best2 = cost;
            best.two = {cut1[cut], cut};
        }
    }
    return best;
}

ShapeFit levelFit(Shape shape, const SegmentCosts& costs, std::size_t count, std::vector<std::size_t> changes) {
    ShapeFit fit;
    fit.shape = shape;
    fit.fitted.resize(count);
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= changes.size(); ++i) {
        const std::size_t end = i < changes.size() ? changes[i] : count;
        std::fill(fit.fitted.begin() + static_cast<std::ptrdiff_t>(begin),
                  fit.fitted.begin() + static_cast<std::ptrdiff_t>(end), costs.mean(begin, end));
        begin = end;
    }
    fit.changes = std::move(changes);
    return fit;
}

/// Least squares over 1, x and a third column that starts at `change`: a ramp (hinge) or a one (shift). x runs from -1
/// to 1 so that the normal equations stay well conditioned.
ShapeFit slopedFit(Shape shape, std::span<const double> values, std::size_t change) {
    const std::size_t count = values.size();
    const double last = static_cast<double>(count - 1);
    const auto at = [&](std::size_t i) {
        return 2.0 * static_cast<double>(i) / last - 1.0;
    };
    const auto third = [&](std::size_t i) {
        if (shape == Shape::line || i < change)
            return 0.0;
        return shape == Shape::hinge ? at(i) - at(change) : 1.0;
    };
    Eigen::Matrix3d normal = Eigen::Matrix3d::Zero();
    Eigen::Vector3d right = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < count; ++i) {
        const Eigen::Vector3d row(1.0, at(i), third(i));
        normal += row * row.transpose();
        right += row * values[i];
    }
    if (shape == Shape::line)
        normal(2, 2) = 1.0; // the unused column gets the coefficient 0
    const Eigen::Vector3d coefficients = normal.ldlt().solve(right);
    ShapeFit fit;
    fit.shape = shape;
    fit.fitted.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        fit.fitted[i] = coefficients[0] + coefficients[1] * at(i) + coefficients[2] * third(i);
    fit.slopeRise = 2.0 * coefficients[1];
    if (shape == Shape::hinge)
        fit.slopeRise += coefficients[2] * third(count - 1);
    if (shape == Shape::lineWithShift)
        fit.jump = coefficients[2];
    if (shape != Shape::line)
        fit.changes = {change};
    return fit;
}

double residualSquares(std::span<const double> values, std::span<const double> fitted) {
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i)
        sum += (values[i] - fitted[i]) * (values[i] - fitted[i]);
    return sum;
}

ShapeFit bestSloped(Shape shape, std::span<const double> values, std::size_t least) {
    ShapeFit best;
    best.rss = std::numeric_limits<double>::infinity();
    for (std::size_t change = least; change + least <= values.size(); ++change) {
        ShapeFit fit = slopedFit(shape, values, change);
        fit.rss = residualSquares(values, fit.fitted);
        if (fit.rss < best.rss)
            best = std::move(fit);
    }
    return best;
}

} // namespace

int parameterCount(Shape shape) {
    constexpr std::array counts{2, 4, 6, 3, 5, 5};
    return counts[static_cast<std::size_t>(shape)];
}

const ShapeFit& ShapeContest::bestLevel() const {
    return *std::min_element(fits.begin(), fits.begin() + 3,
                             [](const ShapeFit& a, const ShapeFit& b) { return a.bic < b.bic; });
}

const ShapeFit& ShapeContest::bestSlope() const {
    return *std::min_element(fits.begin() + 3, fits.end(),
                             [](const ShapeFit& a, const ShapeFit& b) { return a.bic < b.bic; });
}

double ShapeContest::changeEvidence() const {
    double best = bestSlope().bic;
    for (const Shape shape : {Shape::oneShift, Shape::twoShifts})
        best = std::min(best, of(shape).bic);
    return of(Shape::flat).bic - best;
}

ShapeContest fitShapes(std::span<const double> values, double leastVariance) {
    const std::size_t count = values.size();
    const auto least = std::max<std::size_t>(4, static_cast<std::size_t>(std::ceil(0.08 * static_cast<double>(count))));
    const SegmentCosts costs(values);
    const bool cuttable = count >= 3 * least;
    const BestCuts cuts = cuttable ? bestCuts(costs, count, least) : BestCuts{};
    using Changes = std::vector<std::size_t>;
    ShapeContest contest;
    contest.fits = {levelFit(Shape::flat, costs, count, {}),
                    levelFit(Shape::oneShift, costs, count, cuttable ? Changes{cuts.one} : Changes{}),
                    levelFit(Shape::twoShifts, costs, count, cuttable ? Changes{cuts.two[0], cuts.two[1]} : Changes{}),
                    slopedFit(Shape::line, values, 0),
                    cuttable ? bestSloped(Shape::hinge, values, least) : slopedFit(Shape::line, values, 0),
                    cuttable ? bestSloped(Shape::lineWithShift, values, least) : slopedFit(Shape::line, values, 0)};
    const auto m = static_cast<double>(count);
    for (std::size_t i = 0; i < contest.fits.size(); ++i) {
        ShapeFit& fit = contest.fits[i];
        fit.shape = static_cast<Shape>(i);
        fit.rss = residualSquares(values, fit.fitted);
        fit.bic = m * std::log(std::max(fit.rss / m, leastVariance)) + parameterCount(fit.shape) * std::log(m);
    }
    return contest;
}

} // namespace tachograph::numerics
