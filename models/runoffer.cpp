#include "models/runoffer.h"

#include "models/convert.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tachograph::models {

namespace {

/// Smallest and largest finite stamp; nothing finite gives (infinity, -infinity).
std::pair<double, double> extent(const std::vector<double>& stamps) {
    std::pair<double, double> range{INFINITY, -INFINITY};
    for (const double stamp : stamps)
        if (std::isfinite(stamp)) {
            range.first = std::min(range.first, stamp);
            range.second = std::max(range.second, stamp);
        }
    return range;
}

} // namespace

OfferedRun offeredRun(const Run& run, std::string_view opened) {
    OfferedRun offered;
    const std::string_view path = run.path();
    const bool named = path.size() > opened.size() && path.starts_with(opened) && path[opened.size()] == '#';
    offered.name = shown(named ? path.substr(opened.size() + 1) : std::string_view(run.name()), 200);
    offered.steps = run.stepCount();
    const auto [first, last] = extent(run.rows().time);
    if (first <= last) {
        offered.start = first;
        offered.seconds = last - first;
    } else if (const auto [from, to] = extent(run.rows().elapsed); from <= to) {
        offered.seconds = to - from;
    }
    return offered;
}

} // namespace tachograph::models
