#pragma once

#include "analysis/run/rowplan.h"
#include "analysis/run/rows.h"

#include <cstdint>
#include <vector>

namespace tachograph {

/// For each row of a second recording the row of the first with the same step, or RowPlan::none. Rows are matched in
/// log order. A step that the first has several times (after a restart) is told apart by the time stamps where both
/// have some, else it is the next occurrence; `fromLastAttempt` takes the last one instead.
std::vector<std::uint32_t> rowsOfSameStep(const Rows& mine, const Rows& theirs, double clockAhead,
                                          bool fromLastAttempt = false);

/// Both recordings laid together by step: rows of the second whose step the first has not stand between its rows.
RowPlan planBySteps(const Rows& mine, const Rows& theirs, const std::vector<std::uint32_t>& sameStep);

/// Where the samples of a second recording, taken over time, stand among the rows of the first.
struct TimePlan {
    RowPlan rows;
    std::size_t before = 0; ///< samples in front of the first row that has a time
    std::size_t late = 0;   ///< samples too long behind the last row before them
    double longest = 0;     ///< how long is too long, s
};

/// Each sample stands at the last row logged before it, never between rows. Behind the last row of an attempt it may be
/// at most ten times the usual distance of rows late (at least a minute); `ahead` is how far the clock of the second is
/// ahead, s.
TimePlan planByTime(const Rows& mine, const std::vector<double>& times, double ahead);

} // namespace tachograph
