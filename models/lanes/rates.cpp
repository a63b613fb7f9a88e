#include "models/lanes/averagedrate.h"
#include "models/lanes/registry.h"

#include "analysis/run/roles.h"

namespace tachograph::models {

namespace {

const Series* eitherRate(const Run& run) {
    const Series* drafter = run.forRole(roles::drafterRate);
    return drafter ? drafter : run.forRole(roles::targetRate);
}

/// Batches per second of both sides of a pipeline. In one run alone the colours of the stages tell them apart: the
/// target produces, the drafter is what is trained.
void build(const LaneInput& input, Lane& lane) {
    Absences absences;
    lane.unit = QStringLiteral("batches/s");
    const LaneUnit unit{lane.unit, 1.0};
    const bool alone = input.runs.size() == 1;
    for (const LaneRun& run : input.runs) {
        const Series* series = eitherRate(*run.run);
        if (!series) {
            absences.add(run, notLogged);
            continue;
        }
        if (run.index == 0)
            lane.qualifier = rateQualifier(*run.run, *series);
        const QString target = addRate(input, run, roles::targetRate, unit, QStringLiteral("target"),
                                       alone ? Stage::generation : Stage::none, lane);
        const QString drafter = addRate(input, run, roles::drafterRate, unit, QStringLiteral("drafter"),
                                        alone ? Stage::optimization : Stage::none, lane);
        if (!target.isEmpty() && !drafter.isEmpty())
            absences.add(run, drafter);
    }
    absences.tell(lane);
}

} // namespace

const LaneBuilder ratesLane{"rates", "Target and drafter rate", "Pipeline", eitherRate, false, build};

} // namespace tachograph::models
