#include "analysis/numerics/whitenedsums.h"

#include <cmath>

namespace tachograph::numerics {

WhitenedSums::WhitenedSums(const ShapeInput& input)
    : m_correlation(input.correlation), m_kept(1.0 - input.correlation),
      m_first(std::sqrt(1.0 - input.correlation * input.correlation)) {
    const std::size_t count = input.values.size();
    m_x.resize(count);
    const auto place = [&](std::size_t i) {
        return input.x.empty() ? static_cast<double>(i) : input.x[i];
    };
    const double middle = 0.5 * (place(0) + place(count - 1));
    const double half = count > 1 ? 0.5 * (place(count - 1) - place(0)) : 1.0;
    for (std::size_t i = 0; i < count; ++i)
        m_x[i] = (place(i) - middle) / half;
    findGroups(input);
    addUp(input);
}

void WhitenedSums::findGroups(const ShapeInput& input) {
    m_groupOf.resize(m_x.size());
    for (std::size_t i = 0; i < m_x.size(); ++i) {
        const bool starts = i == 0 || (!input.group.empty() && input.group[i] != input.group[i - 1]);
        if (starts)
            m_groups.push_back({.begin = i});
        m_groups.back().end = i + 1;
        m_groupOf[i] = static_cast<std::uint32_t>(m_groups.size() - 1);
    }
}

void WhitenedSums::addUp(const ShapeInput& input) {
    m_whiteX.resize(m_x.size());
    m_whiteY.resize(m_x.size());
    m_before.resize(m_x.size() + 1);
    for (Group& group : m_groups) {
        // Around the group's mean, so that the sums do not cancel.
        double mean = 0.0;
        for (std::size_t i = group.begin; i < group.end; ++i)
            mean += input.values[i] / static_cast<double>(group.end - group.begin);
        double yy = 0.0;
        for (std::size_t i = group.begin; i < group.end; ++i) {
            const bool first = i == group.begin;
            const double one = first ? m_first : m_kept, y = input.values[i] - mean;
            m_whiteX[i] = first ? m_first * m_x[i] : m_x[i] - m_correlation * m_x[i - 1];
            m_whiteY[i] = first ? m_first * y : y - m_correlation * (input.values[i - 1] - mean);
            const Sums& sums = m_before[i];
            m_before[i + 1] = {sums.x + m_whiteX[i], sums.y + m_whiteY[i], sums.xx + m_whiteX[i] * m_whiteX[i],
                               sums.xy + m_whiteX[i] * m_whiteY[i]};
            group.ones += one * one;
            group.oneX += one * m_whiteX[i];
            group.oneY += one * m_whiteY[i];
            yy += m_whiteY[i] * m_whiteY[i];
        }
        const Sums &begin = m_before[group.begin], &end = m_before[group.end];
        group.xx = end.xx - begin.xx - group.oneX * group.oneX / group.ones;
        group.xy = end.xy - begin.xy - group.oneX * group.oneY / group.ones;
        group.yy = yy - group.oneY * group.oneY / group.ones;
    }
    for (std::size_t g = m_groups.size(); g-- > 0;) {
        m_groups[g].xxAfter = m_xx;
        m_groups[g].xyAfter = m_xy;
        m_xx += m_groups[g].xx;
        m_xy += m_groups[g].xy;
        m_yy += m_groups[g].yy;
    }
}

double WhitenedSums::product(Column a, Column b) const {
    if (a != b)
        return m_xy;
    return a == Column::x ? m_xx : m_yy;
}

double WhitenedSums::shiftOnes(std::size_t change, const Group& group) const {
    return m_kept * (1.0 + m_kept * behind(change, group));
}

double WhitenedSums::shift(std::size_t change, Column other) const {
    const Group& group = groupOf(change);
    if (change == group.begin)
        return 0.0;
    const bool isX = other == Column::x;
    const Sums &from = m_before[change + 1], &to = m_before[group.end];
    const double at = isX ? m_whiteX[change] : m_whiteY[change];
    const double later = isX ? to.x - from.x : to.y - from.y;
    return at + m_kept * later - shiftOnes(change, group) * (isX ? group.oneX : group.oneY) / group.ones;
}

double WhitenedSums::shiftSquare(std::size_t change) const {
    const Group& group = groupOf(change);
    if (change == group.begin)
        return 0.0;
    const double ones = shiftOnes(change, group);
    return 1.0 + m_kept * m_kept * behind(change, group) - ones * ones / group.ones;
}

double WhitenedSums::shifts(std::size_t first, std::size_t second) const {
    const Group& group = groupOf(second);
    if (first <= group.begin || second == group.begin)
        return 0.0;
    return m_kept * (1.0 + m_kept * behind(second, group)) -
           shiftOnes(first, group) * shiftOnes(second, group) / group.ones;
}

double WhitenedSums::hingeOnes(std::size_t change, const Group& group) const {
    const double x = m_before[group.end].x - m_before[change + 1].x;
    return m_kept * (x - m_x[change] * m_kept * behind(change, group));
}

double WhitenedSums::hinge(std::size_t change, Column other) const {
    const Group& group = groupOf(change);
    const bool isX = other == Column::x;
    const Sums &from = m_before[change + 1], &to = m_before[group.end];
    const double product = isX ? to.xx - from.xx : to.xy - from.xy;
    const double ones = m_kept * (isX ? to.x - from.x : to.y - from.y);
    return product - m_x[change] * ones - hingeOnes(change, group) * (isX ? group.oneX : group.oneY) / group.ones +
           (isX ? group.xxAfter : group.xyAfter);
}

double WhitenedSums::hingeSquare(std::size_t change) const {
    const Group& group = groupOf(change);
    const Sums &from = m_before[change + 1], &to = m_before[group.end];
    const double c = m_x[change], ones = hingeOnes(change, group);
    return to.xx - from.xx - 2.0 * c * m_kept * (to.x - from.x) + c * c * m_kept * m_kept * behind(change, group) -
           ones * ones / group.ones + group.xxAfter;
}

std::vector<double> WhitenedSums::groupLevels(std::span<const double> residuals) const {
    std::vector<double> levels(residuals.size());
    for (const Group& group : m_groups) {
        double sum = m_first * m_first * residuals[group.begin];
        for (std::size_t i = group.begin + 1; i < group.end; ++i)
            sum += m_kept * (residuals[i] - m_correlation * residuals[i - 1]);
        for (std::size_t i = group.begin; i < group.end; ++i)
            levels[i] = sum / group.ones;
    }
    return levels;
}

double WhitenedSums::whiteSquares(std::span<const double> residuals) const {
    double sum = 0.0;
    for (const Group& group : m_groups)
        for (std::size_t i = group.begin; i < group.end; ++i) {
            const double white =
                i == group.begin ? m_first * residuals[i] : residuals[i] - m_correlation * residuals[i - 1];
            sum += white * white;
        }
    return sum;
}

} // namespace tachograph::numerics
