#pragma once

#include "analysis/run/runbuilder.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace tachograph {

/// The lines that the ranks of one job print for the same step. Tells a line of a slower rank, printed after the next
/// step of a faster one, from a step that really goes back: the latter goes back on its own rank. Keeps which rank each
/// row is of.
class RankSteps {
  public:
    /// False for a line that comes late; it is counted.
    bool take(std::optional<int> rank, std::int64_t step);
    /// Where the line that take() was asked about went: a row of its own, or, when it says nothing new, the row before.
    void placed(std::uint32_t row);
    /// With rows of several ranks: a series "rank", medians over the ranks of a step with smallest and largest as
    /// band, and a note with what was laid together. An issue that says how many lines came late.
    void finish(RunBuilder& builder) const;

  private:
    static constexpr std::size_t mostRanks = 100'000;
    std::map<int, std::int64_t> m_lastOfRank; // -1: lines without a rank
    std::int64_t m_last = 0;
    bool m_any = false;
    std::size_t m_late = 0;
    std::optional<int> m_rank;    // of the line that was asked about
    std::vector<int> m_rankOfRow; // -1: no rank; shorter than the rows when the last ones have none
    std::size_t m_equal = 0;      // lines of another rank that say what the row says
};

} // namespace tachograph
