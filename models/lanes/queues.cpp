#include "models/lanes/lanelines.h"
#include "models/lanes/registry.h"

#include "models/convert.h"
#include "models/queuegroups.h"

namespace tachograph::models {

namespace {

const Series* firstQueue(const Run& run) {
    const std::vector<QueueGroup> groups = queueGroups(run);
    return groups.empty() ? nullptr : groups.front().queues.front();
}

/// How full the queues are: the median over the queues of a name and the ticks of a step, with their range as a band.
/// Fullness measures balance, not speed.
void build(const LaneInput& input, Lane& lane) {
    Absences absences;
    lane.unit = QStringLiteral("items");
    const LaneUnit unit{lane.unit, 1.0};
    for (const LaneRun& run : input.runs) {
        QString why = notLogged;
        for (const QueueGroup& group : queueGroups(*run.run)) {
            SeriesStyle style;
            style.label = shown(group.name, 60);
            if (group.queues.size() > 1) {
                style.label += QStringLiteral(" (%1 queues)").arg(group.queues.size());
                style.tickLabel = QStringLiteral("range of the queues");
            }
            style.smooth = false;
            const QString reason = addSeries(input, run, pooled(group), unit, style, lane);
            why = reason.isEmpty() ? QString() : why.isEmpty() ? why : reason;
        }
        absences.add(run, why);
    }
    absences.tell(lane);
}

} // namespace

const LaneBuilder queuesLane{"queues", "Queues", "Pipeline", firstQueue, false, build};

} // namespace tachograph::models
