#include "models/lanes/lanelines.h"
#include "models/lanes/registry.h"

#include "analysis/run/roles.h"

namespace tachograph::models {

namespace {

const Series* stepTimeOf(const Run& run) {
    return run.forRole(roles::stepTime);
}

/// Raw and smoothed step times with what detectors fitted to them.
void build(const LaneInput& input, Lane& lane) {
    Absences absences;
    lane.unit = QStringLiteral("s");
    const LaneUnit seconds{lane.unit, 1.0};
    for (const LaneRun& run : input.runs) {
        const Series* series = stepTimeOf(*run.run);
        if (!series) {
            absences.add(run, notLogged);
            continue;
        }
        if (run.index == 0)
            lane.qualifier = derivationText(*series);
        absences.add(run, addSeries(input, run, *series, seconds, {}, lane));
        addFits(input, run, roles::stepTime, seconds, lane);
    }
    absences.tell(lane);
}

} // namespace

const LaneBuilder stepTimeLane{"step_time", "Step time", "Step time", stepTimeOf, true, build};

} // namespace tachograph::models
