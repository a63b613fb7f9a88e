#include "analysis/importers/ranksteps.h"

#include "analysis/core/text.h"

namespace tachograph {

bool RankSteps::take(std::optional<int> rank, std::int64_t step) {
    const auto found = m_lastOfRank.find(rank.value_or(-1));
    // Of a rank that was silent so far nothing is known: better a further attempt than rows that are left out.
    const bool goesOn = found != m_lastOfRank.end() && step > found->second;
    const bool late = rank && m_any && step < m_last && goesOn;
    if (m_lastOfRank.size() < mostRanks || found != m_lastOfRank.end())
        m_lastOfRank[rank.value_or(-1)] = step;
    if (late) {
        ++m_late;
        return false;
    }
    // All ranks go back together.
    if (m_any && step < m_last) {
        m_lastOfRank.clear();
        m_lastOfRank[rank.value_or(-1)] = step;
    }
    m_last = step;
    m_any = true;
    return true;
}

void RankSteps::finish(RunBuilder& builder) const {
    if (m_late > 0)
        builder.addIssue({0,
                          "whole recording",
                          formatCount(static_cast<std::int64_t>(m_late)) +
                              (m_late == 1 ? " line of a slower rank came" : " lines of slower ranks came") +
                              " after the next step and were left out.",
                          {}});
}

} // namespace tachograph
