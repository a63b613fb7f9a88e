#include "models/lanesofroles.h"

#include "analysis/run/roles.h"
#include "models/convert.h"
#include "models/lanes/lanebuilder.h"

#include <algorithm>
#include <array>

namespace tachograph::models {

namespace {

bool isShown(const Timeline& timeline, const std::string& role) {
    return std::ranges::any_of(timeline.lanes, [wanted = toQt(role)](const Lane& lane) {
        return lane.state.isEmpty() && std::ranges::find(lane.roles, wanted) != lane.roles.end();
    });
}

/// The phases of a step are seen best where they add up to it.
bool isPartOfStep(const std::string& role) {
    static constexpr std::array parts = {roles::generationTime, roles::optimizationTime, roles::otherTime,
                                         roles::unaccountedTime};
    return std::ranges::find(parts, role) != parts.end();
}

QString laneOf(const Run& run, const std::string& role) {
    const Series* series = run.forRole(role);
    if (!series)
        return {};
    for (const LaneBuilder* builder : laneBuilders()) {
        const Series* main = builder->mainSeries(run);
        if (main == series || (main && isPartOfStep(role) && isPartOfStep(main->role)))
            return QLatin1String(builder->id);
    }
    return seriesLanePrefix + toQt(series->key);
}

} // namespace

std::vector<QString> missingLanes(const Timeline& timeline, const Run& run, const std::vector<std::string>& roles) {
    std::vector<QString> lanes;
    for (const std::string& role : roles) {
        if (isShown(timeline, role))
            continue;
        const QString lane = laneOf(run, role);
        if (!lane.isEmpty() && std::ranges::find(lanes, lane) == lanes.end())
            lanes.push_back(lane);
    }
    return lanes;
}

} // namespace tachograph::models
