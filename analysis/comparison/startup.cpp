#include "analysis/comparison/startup.h"

#include "analysis/comparison/laststamps.h"
#include "analysis/numerics/theilsen.h"

#include <algorithm>

namespace tachograph {

std::optional<StartUpTime> startUpTime(const Run& run, const RowFilter& inRange) {
    // Of long attempts the beginning says it best; a pace that changes much later has no voice.
    constexpr std::size_t fewest = 5, most = 60;
    if (run.attempts().empty() || !inRange(run.attempts().back().firstRow))
        return std::nullopt;
    std::vector<double> progress, seconds;
    double halfWidth = 0.0;
    for (const StampAnchor& anchor : lastStamps(run, inRange)) {
        if (progress.size() == most)
            break;
        progress.push_back(anchor.progress);
        seconds.push_back(anchor.seconds);
        halfWidth = std::max(halfWidth, anchor.halfWidth);
    }
    if (progress.size() < fewest)
        return std::nullopt;
    const double start = numerics::theilSen(progress, seconds).at(0.0);
    return start >= -halfWidth ? std::optional(StartUpTime{std::max(0.0, start), halfWidth}) : std::nullopt;
}

StartUp compareStartUps(const Run& a, const RowFilter& inRangeA, const Run& b, const RowFilter& inRangeB) {
    StartUp startUp;
    if (const auto time = startUpTime(a, inRangeA)) {
        startUp.a = time->seconds;
        startUp.halfWidthA = time->halfWidth;
    }
    if (const auto time = startUpTime(b, inRangeB)) {
        startUp.b = time->seconds;
        startUp.halfWidthB = time->halfWidth;
    }
    return startUp;
}

} // namespace tachograph
