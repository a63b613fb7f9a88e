#include "analysis/importers/ranksteps.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <set>

namespace tachograph {

namespace {

std::string lines(std::size_t count, const char* whose) {
    return formatCount(static_cast<std::int64_t>(count)) + (count == 1 ? " line of " : " lines of ") + whose;
}

} // namespace

bool RankSteps::take(std::optional<int> rank, std::int64_t step) {
    m_rank = rank;
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

void RankSteps::placed(std::uint32_t row) {
    const int rank = m_rank.value_or(-1);
    if (row < m_rankOfRow.size()) {
        m_equal += m_rankOfRow[row] != rank ? 1 : 0;
        return;
    }
    m_rankOfRow.resize(std::size_t{row} + 1, -1);
    m_rankOfRow[row] = rank;
}

void RankSteps::finish(RunBuilder& builder) const {
    const std::set<int> ranks(m_rankOfRow.begin(), m_rankOfRow.end());
    const std::size_t known = ranks.size() - ranks.count(-1);
    if (known > 1) {
        const std::uint32_t series = builder.series("rank");
        for (std::uint32_t row = 0; row < m_rankOfRow.size(); ++row)
            if (m_rankOfRow[row] >= 0)
                builder.addValue(series, row, m_rankOfRow[row]);
        builder.setRepeatRule(RepeatRule::median);
        builder.addNote(
            "Lines of " + std::to_string(known) +
            " ranks: where they differ, a step is shown by its median, with the smallest and the largest as "
            "band; the series rank tells which rank a row is of.");
    }
    if (m_equal > 0)
        builder.addNote(lines(m_equal, "another rank") + (m_equal == 1 ? " says" : " say") +
                        " what the row before says and " + (m_equal == 1 ? "was" : "were") + " laid together with it.");
    if (m_late > 0)
        builder.addIssue({0,
                          "whole recording",
                          lines(m_late, m_late == 1 ? "a slower rank" : "slower ranks") +
                              " came after the next step and " + (m_late == 1 ? "was" : "were") + " left out.",
                          {}});
}

} // namespace tachograph
