#pragma once

#include "analysis/run/runbuilder.h"

#include <cstdint>
#include <map>
#include <optional>

namespace tachograph {

/// Tells a line of a slower rank, printed after the next step of a faster one, from a step that really goes back: the
/// latter goes back on its own rank.
class RankSteps {
  public:
    /// False for a line that comes late; it is counted.
    bool take(std::optional<int> rank, std::int64_t step);
    /// An issue that says how many came late.
    void finish(RunBuilder& builder) const;

  private:
    static constexpr std::size_t mostRanks = 100'000;
    std::map<int, std::int64_t> m_lastOfRank; // -1: lines without a rank
    std::int64_t m_last = 0;
    bool m_any = false;
    std::size_t m_late = 0;
};

} // namespace tachograph
