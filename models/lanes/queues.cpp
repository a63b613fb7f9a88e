#include "models/lanes/lanelines.h"
#include "models/lanes/registry.h"

#include "analysis/run/roles.h"
#include "models/convert.h"

#include <string_view>

namespace tachograph::models {

namespace {

bool isQueue(const Series& series) {
    return series.role.starts_with(roles::queuePrefix);
}

const Series* firstQueue(const Run& run) {
    for (const Series& series : run.series())
        if (isQueue(series))
            return &series;
    return nullptr;
}

/// How full the queues are: the median over the queues of a name and the ticks of a step, with their range as a band.
/// Fullness measures balance, not speed.
void build(const LaneInput& input, Lane& lane) {
    Absences absences;
    lane.unit = QStringLiteral("items");
    const LaneUnit unit{lane.unit, 1.0};
    for (const LaneRun& run : input.runs) {
        if (!firstQueue(*run.run)) {
            absences.add(run, notLogged);
            continue;
        }
        QString why = notLogged;
        for (const Series& series : run.run->series()) {
            if (!isQueue(series))
                continue;
            SeriesStyle style;
            style.label = shown(std::string_view(series.role).substr(std::string_view(roles::queuePrefix).size()), 60);
            style.smooth = false;
            const QString reason = addSeries(input, run, series, unit, style, lane);
            why = reason.isEmpty() ? QString() : why.isEmpty() ? why : reason;
        }
        absences.add(run, why);
    }
    absences.tell(lane);
}

} // namespace

const LaneBuilder queuesLane{"queues", "Queues", "Pipeline", firstQueue, false, build};

} // namespace tachograph::models
