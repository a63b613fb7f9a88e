#include "analysis/importers/rowmatch.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace tachograph {

namespace {

using Places = std::unordered_map<std::int64_t, std::vector<std::uint32_t>>;

Places placesOfSteps(const Rows& rows) {
    Places places;
    for (std::uint32_t row = 0; row < rows.size(); ++row)
        places[rows.step[row]].push_back(row);
    return places;
}

/// The candidate whose time is nearest; none without times.
std::uint32_t nearestByTime(const Rows& mine, const std::vector<std::uint32_t>& candidates, double time) {
    std::uint32_t best = RowPlan::none;
    double distance = std::numeric_limits<double>::infinity();
    for (const std::uint32_t row : candidates) {
        const double away = std::abs(mine.timeOf(row) - time);
        if (away < distance) {
            distance = away;
            best = row;
        }
    }
    return best;
}

/// Distance in time of neighbouring rows, median; 0 without any.
double usualDistance(const Rows& rows) {
    std::vector<double> distances;
    for (std::size_t row = 1; row < rows.size(); ++row) {
        const double distance = rows.timeOf(row) - rows.timeOf(row - 1);
        if (distance > 0)
            distances.push_back(distance);
    }
    if (distances.empty())
        return 0;
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::ranges::nth_element(distances, middle);
    return *middle;
}

/// The rows at which the step goes back, ascending, with 0 in front.
std::vector<std::uint32_t> attemptStarts(const Rows& rows) {
    std::vector<std::uint32_t> starts{0};
    for (std::uint32_t row = 1; row < rows.size(); ++row)
        if (rows.step[row] < rows.step[row - 1])
            starts.push_back(row);
    return starts;
}

/// For each row the match of the next row that has one, as long as the steps do not go back on the way.
std::vector<std::uint32_t> nextMatches(const Rows& rows, const std::vector<std::uint32_t>& sameStep) {
    std::vector<std::uint32_t> next(rows.size(), RowPlan::none);
    for (std::size_t row = rows.size(); row-- > 0;) {
        const bool goesOn = row + 1 < rows.size() && rows.step[row + 1] >= rows.step[row];
        next[row] = sameStep[row] != RowPlan::none ? sameStep[row] : goesOn ? next[row + 1] : RowPlan::none;
    }
    return next;
}

} // namespace

std::vector<std::uint32_t> rowsOfSameStep(const Rows& mine, const Rows& theirs, double clockAhead,
                                          bool fromLastAttempt) {
    const Places places = placesOfSteps(mine);
    std::vector<std::uint32_t> rowOf(theirs.size(), RowPlan::none);
    std::uint32_t from = 0;
    for (std::size_t row = 0; row < theirs.size(); ++row) {
        const auto found = places.find(theirs.step[row]);
        if (found == places.end())
            continue;
        const auto& candidates = found->second;
        const double time = theirs.timeOf(row) - clockAhead;
        std::uint32_t place = fromLastAttempt ? candidates.back() : nearestByTime(mine, candidates, time);
        if (place == RowPlan::none) {
            const auto next = std::ranges::lower_bound(candidates, from);
            place = next == candidates.end() ? RowPlan::none : *next;
        }
        if (place == RowPlan::none || place < from)
            continue; // it would lie before a row that was logged earlier
        rowOf[row] = from = place;
    }
    return rowOf;
}

RowPlan planBySteps(const Rows& mine, const Rows& theirs, const std::vector<std::uint32_t>& sameStep) {
    RowPlan plan;
    plan.mine.assign(mine.size(), RowPlan::none);
    plan.theirs.assign(theirs.size(), RowPlan::none);
    const auto starts = attemptStarts(mine);
    const auto anchors = nextMatches(theirs, sameStep);
    std::uint32_t next = 0, own = 0;
    const auto takeOwnUpTo = [&](std::uint32_t end) {
        while (own < end)
            plan.mine[own++] = next++;
    };
    for (std::size_t row = 0; row < theirs.size(); ++row) {
        if (sameStep[row] != RowPlan::none) {
            takeOwnUpTo(sameStep[row] + 1);
            plan.theirs[row] = plan.mine[sameStep[row]];
            continue;
        }
        // A row that only the second has stands behind the smaller steps of the attempt that the rows after it are in.
        const bool anchored = anchors[row] != RowPlan::none;
        const auto behind = std::ranges::upper_bound(starts, anchored ? anchors[row] : own > 0 ? own - 1 : 0);
        const std::uint32_t begin = behind == starts.begin() ? 0 : *(behind - 1);
        const auto end = behind == starts.end() ? static_cast<std::uint32_t>(mine.size()) : *behind;
        takeOwnUpTo(anchored ? begin : 0);
        while (own < end && mine.step[own] < theirs.step[row])
            takeOwnUpTo(own + 1);
        const bool back = row > 0 && theirs.step[row] < theirs.step[row - 1];
        if (own == 0 || own == begin || mine.step[own - 1] <= theirs.step[row] || back)
            plan.theirs[row] = next++;
    }
    takeOwnUpTo(static_cast<std::uint32_t>(mine.size()));
    plan.count = next;
    return plan;
}

TimePlan planByTime(const Rows& mine, const std::vector<double>& times, double ahead) {
    constexpr double leastAllowance = 60, distancesAllowed = 10;
    TimePlan plan;
    plan.longest = std::max(leastAllowance, distancesAllowed * usualDistance(mine));
    plan.rows.theirRowsAreSteps = false;
    plan.rows.clockAhead = ahead;
    plan.rows.count = mine.size();
    plan.rows.mine.resize(mine.size());
    std::iota(plan.rows.mine.begin(), plan.rows.mine.end(), std::uint32_t{0});
    plan.rows.theirs.assign(times.size(), RowPlan::none);
    std::vector<std::uint32_t> timed;
    for (std::uint32_t row = 0; row < mine.size(); ++row)
        if (!std::isnan(mine.timeOf(row)) && (timed.empty() || mine.timeOf(row) >= mine.timeOf(timed.back())))
            timed.push_back(row);
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double time = times[i] - ahead;
        const auto behind =
            std::ranges::upper_bound(timed, time, {}, [&mine](std::uint32_t r) { return mine.timeOf(r); });
        if (behind == timed.begin() || std::isnan(time)) {
            ++plan.before;
            continue;
        }
        const std::uint32_t row = *(behind - 1);
        const bool within = behind != timed.end() && mine.step[*behind] >= mine.step[row];
        if (within || time - mine.timeOf(row) <= plan.longest)
            plan.rows.theirs[i] = row;
        else
            ++plan.late;
    }
    return plan;
}

} // namespace tachograph
