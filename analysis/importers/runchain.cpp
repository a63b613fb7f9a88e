#include "analysis/importers/runchain.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace tachograph {

namespace {

struct Extent {
    std::int64_t first = 0, last = 0, spacing = 1;
    double firstTime = RowInfo::none;
};

Extent extentOf(const RunBuilder& run) {
    const Rows& rows = run.rows();
    Extent extent;
    if (rows.size() == 0)
        return extent;
    const auto [least, most] = std::ranges::minmax(rows.step);
    extent.first = least;
    extent.last = most;
    const auto count = static_cast<std::int64_t>(rows.size());
    extent.spacing = std::max<std::int64_t>(1, count > 1 ? (most - least) / (count - 1) : 1);
    const auto stamp = std::ranges::find_if(rows.time, [](double time) { return !std::isnan(time); });
    if (stamp != rows.time.end())
        extent.firstTime = *stamp;
    return extent;
}

bool follows(const RunBuilder& earlier, const RunBuilder& later, bool sameStartToo) {
    if (earlier.rowCount() == 0 || later.rowCount() == 0 || !shareHalfOfTheirSeries(earlier, later))
        return false;
    const Extent a = extentOf(earlier), b = extentOf(later);
    const bool notBefore = std::isnan(a.firstTime) || std::isnan(b.firstTime) || b.firstTime >= a.firstTime;
    const bool behindStart = sameStartToo ? b.first >= a.first && b.first > b.spacing : b.first > a.first;
    return notBefore && behindStart && b.first <= a.last + 2 * a.spacing;
}

} // namespace

bool shareHalfOfTheirSeries(const RunBuilder& a, const RunBuilder& b) {
    std::set<std::string_view> keys;
    for (const Series& series : a.allSeries())
        keys.insert(series.key);
    const auto shared = std::ranges::count_if(b.allSeries(), [&keys](const Series& s) { return keys.contains(s.key); });
    return shared > 0 && static_cast<std::size_t>(shared) * 2 >= std::min(a.seriesCount(), b.seriesCount());
}

bool continues(const RunBuilder& earlier, const RunBuilder& later) {
    return follows(earlier, later, false);
}

bool mayContinue(const RunBuilder& earlier, const RunBuilder& later) {
    return follows(earlier, later, true);
}

std::vector<std::size_t> orderOfRecording(const std::vector<const RunBuilder*>& runs) {
    std::vector<Extent> extents;
    for (const RunBuilder* run : runs)
        extents.push_back(extentOf(*run));
    const bool clock = std::ranges::none_of(extents, [](const Extent& e) { return std::isnan(e.firstTime); });
    std::vector<std::size_t> order(runs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return clock ? extents[a].firstTime < extents[b].firstTime : extents[a].first < extents[b].first;
    });
    return order;
}

} // namespace tachograph
