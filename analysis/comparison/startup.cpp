#include "analysis/comparison/startup.h"

#include "analysis/comparison/laststamps.h"
#include "analysis/numerics/theilsen.h"

#include <algorithm>

namespace tachograph {

std::optional<StartUpTime> startUpTime(const Run& run) {
    // Of long attempts the beginning says it best; a pace that changes much later has no voice.
    constexpr std::size_t fewest = 5, most = 60;
    std::vector<double> progress, seconds;
    double halfWidth = 0.0;
    for (const StampAnchor& anchor : lastStamps(run)) {
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

StartUp compareStartUps(const Run& a, const Run& b) {
    StartUp startUp;
    if (const auto time = startUpTime(a)) {
        startUp.a = time->seconds;
        startUp.halfWidthA = time->halfWidth;
    }
    if (const auto time = startUpTime(b)) {
        startUp.b = time->seconds;
        startUp.halfWidthB = time->halfWidth;
    }
    return startUp;
}

} // namespace tachograph
