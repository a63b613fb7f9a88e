#include "analysis/comparison/laststamps.h"

#include <algorithm>
#include <iterator>

namespace tachograph {

std::vector<StampAnchor> lastStamps(const Run& run, const RowFilter& inRange) {
    std::vector<StampAnchor> anchors;
    if (run.attempts().empty() || run.rows().elapsed.empty())
        return anchors;
    const auto last = static_cast<std::uint32_t>(run.attempts().size() - 1);
    for (StampAnchor anchor : stampAnchors(run, Stamps::elapsed)) {
        if (anchor.attempt != last || !inRange(anchor.row))
            continue;
        anchor.progress -= static_cast<double>(run.attempts()[last].firstStep);
        anchors.push_back(anchor);
    }
    return anchors;
}

std::optional<double> secondsAt(const std::vector<StampAnchor>& anchors, double progress) {
    const auto after =
        std::ranges::find_if(anchors, [progress](const StampAnchor& anchor) { return anchor.progress >= progress; });
    if (after == anchors.end())
        return std::nullopt;
    if (after->progress == progress)
        return after->seconds;
    if (after == anchors.begin())
        return std::nullopt;
    const auto before = std::prev(after);
    const double width = after->progress - before->progress;
    return before->seconds + (after->seconds - before->seconds) * (progress - before->progress) / width;
}

} // namespace tachograph
