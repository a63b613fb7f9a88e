#include "models/lanes/lanelines.h"

#include "analysis/run/roles.h"
#include "models/convert.h"

#include <optional>

namespace tachograph::models {

namespace {

QString titleOf(const Series& series) {
    return series.role.empty() ? shown(series.key, 200) : toQt(roleInfo(series.role).title);
}

QString qualifierOf(const Series& series) {
    const QString average =
        series.averaging == Averaging::sinceStart ? QStringLiteral("average since the start") : QString();
    return joined({scopeText(series.scope), average, derivationText(series)});
}

} // namespace

Lane buildSeriesLane(const LaneInput& input, const QString& key) {
    Lane lane;
    lane.id = seriesLanePrefix + key;
    lane.title = shown(toStd(key), 200);
    Absences absences;
    std::optional<LaneUnit> unit;
    for (const LaneRun& run : input.runs) {
        const Series* series = run.run->forKey(toStd(key));
        if (!series) {
            absences.add(run, notLogged);
            continue;
        }
        if (!unit) {
            unit = laneUnit(*series);
            lane.unit = unit->text;
            lane.title = titleOf(*series);
            lane.qualifier = qualifierOf(*series);
            lane.zeroBased = false;
        }
        SeriesStyle style;
        style.kind = series->averaging == Averaging::sinceStart ? LineKind::sinceStart : LineKind::raw;
        style.smooth = series->averaging == Averaging::current;
        absences.add(run, addSeries(input, run, *series, *unit, style, lane));
    }
    absences.tell(lane);
    return lane;
}

} // namespace tachograph::models
