#include "models/lanes/registry.h"

#include <algorithm>
#include <array>

namespace tachograph::models {

namespace {

constexpr std::array builders = {
    &stepTimeLane, &splitLane, &completionLengthLane, &throughputLane, &ratesLane, &queuesLane, &stepsPerHourLane,
};

} // namespace

std::span<const LaneBuilder* const> laneBuilders() {
    return builders;
}

const LaneBuilder* laneBuilderById(const QString& id) {
    const auto found = std::ranges::find_if(builders, [&](const LaneBuilder* b) { return QLatin1String(b->id) == id; });
    return found == builders.end() ? nullptr : *found;
}

} // namespace tachograph::models
