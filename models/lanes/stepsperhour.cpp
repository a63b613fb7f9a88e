#include "models/lanes/lanelines.h"
#include "models/lanes/registry.h"

#include "analysis/run/roles.h"

namespace tachograph::models {

namespace {

const Series* stepsPerHourOf(const Run& run) {
    return run.forRole(roles::stepsPerHour);
}

/// The figure that shows a creeping step time when tokens per second do not.
void build(const LaneInput& input, Lane& lane) {
    Absences absences;
    lane.unit = QStringLiteral("1/h");
    for (const LaneRun& run : input.runs) {
        const Series* series = stepsPerHourOf(*run.run);
        if (!series) {
            absences.add(run, notLogged);
            continue;
        }
        if (run.index == 0)
            lane.qualifier = derivationText(*series);
        absences.add(run, addSeries(input, run, *series, {lane.unit, 1.0}, {}, lane));
    }
    absences.tell(lane);
}

} // namespace

const LaneBuilder stepsPerHourLane{"steps_per_hour", "Steps per hour", "Throughput", stepsPerHourOf, true, build};

} // namespace tachograph::models
