#pragma once

#include "analysis/numerics/changemodels.h"

#include <cstddef>
#include <vector>

namespace tachograph::numerics {

/// Inner products of the columns of shapes, after the noise of the input was made white and the levels of its groups
/// were taken out: each in O(1) for any change position.
///
/// White: within a group w[i] - correlation w[i - 1], its first value times sqrt(1 - correlation^2). A group's level is
/// a column of its own; taking it out of two columns a and b leaves <a, b> - <a, 1> <b, 1> / <1, 1> over the group
/// (Frisch & Waugh 1933).
class WhitenedSums {
  public:
    explicit WhitenedSums(const ShapeInput& input);

    enum class Column { values, x };

    [[nodiscard]] std::size_t size() const { return m_x.size(); }
    [[nodiscard]] double xAt(std::size_t i) const { return m_x[i]; } ///< scaled: -1 to 1
    [[nodiscard]] double product(Column a, Column b) const;
    /// A one from `change` on. At the first value of a group it is the group's level: all its products are 0.
    [[nodiscard]] double shift(std::size_t change, Column other) const;
    [[nodiscard]] double shiftSquare(std::size_t change) const;
    [[nodiscard]] double shifts(std::size_t first, std::size_t second) const; ///< first < second
    /// x - x[change] from there on, 0 before.
    [[nodiscard]] double hinge(std::size_t change, Column other) const;
    [[nodiscard]] double hingeSquare(std::size_t change) const;

    /// Takes the least-squares level of each group out of `residuals` and returns it for each value.
    [[nodiscard]] std::vector<double> groupLevels(std::span<const double> residuals) const;
    /// Sum of squares of `residuals` made white; levels are not taken out.
    [[nodiscard]] double whiteSquares(std::span<const double> residuals) const;

  private:
    struct Sums { ///< of white columns, over all values before an index
        double x = 0, y = 0, xx = 0, xy = 0;
    };
    struct Group {
        std::size_t begin = 0, end = 0;
        double ones = 0;                 ///< <1, 1>
        double oneX = 0, oneY = 0;       ///< <1, x>, <1, values>
        double xx = 0, xy = 0, yy = 0;   ///< level taken out
        double xxAfter = 0, xyAfter = 0; ///< the same over all later groups
    };
    [[nodiscard]] const Group& groupOf(std::size_t i) const { return m_groups[m_groupOf[i]]; }
    [[nodiscard]] double behind(std::size_t change, const Group& group) const {
        return static_cast<double>(group.end - 1 - change);
    }
    [[nodiscard]] double shiftOnes(std::size_t change, const Group& group) const;
    [[nodiscard]] double hingeOnes(std::size_t change, const Group& group) const;
    void findGroups(const ShapeInput& input);
    void addUp(const ShapeInput& input);

    double m_correlation, m_kept, m_first; ///< 1 - correlation; sqrt(1 - correlation^2)
    std::vector<double> m_x, m_whiteX, m_whiteY;
    std::vector<std::uint32_t> m_groupOf;
    std::vector<Group> m_groups;
    std::vector<Sums> m_before;
    double m_xx = 0, m_xy = 0, m_yy = 0;
};

} // namespace tachograph::numerics
