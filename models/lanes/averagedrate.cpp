#include "models/lanes/averagedrate.h"

#include "models/convert.h"

namespace tachograph::models {

const Series* printedAverage(const Run& run, std::string_view role) {
    for (const Series& series : run.series())
        if (series.role == role && series.averaging == Averaging::sinceStart)
            return &series;
    return nullptr;
}

QString addRate(const LaneInput& input, const LaneRun& run, std::string_view role, const LaneUnit& unit,
                const QString& name, Stage stage, Lane& lane) {
    const Series* chosen = run.run->forRole(role);
    if (!chosen)
        return notLogged;
    const Series* printed = printedAverage(*run.run, role);
    if (printed && printed != chosen) {
        SeriesStyle style;
        style.kind = LineKind::sinceStart;
        style.stage = stage;
        style.label = joined({name, QStringLiteral("printed: average since the start")});
        style.smooth = false;
        addSeries(input, run, *printed, unit, style, lane);
    }
    SeriesStyle style;
    style.stage = stage;
    if (chosen == printed) {
        style.kind = LineKind::sinceStart;
        style.label = joined({name, QStringLiteral("printed: average since the start")});
        style.smooth = false;
    } else {
        style.label = printed ? joined({name, QStringLiteral("de-averaged")}) : name;
    }
    return addSeries(input, run, *chosen, unit, style, lane);
}

QString rateQualifier(const Run& run, const Series& series) {
    QString form;
    if (series.averaging == Averaging::sinceStart)
        form = QStringLiteral("printed average since the start");
    else if (printedAverage(run, series.role))
        form = QStringLiteral("de-averaged");
    const QString how = series.derived ? derivationText(series) : shown(series.definition, 120);
    return joined({scopeText(series.scope), form, how});
}

} // namespace tachograph::models
