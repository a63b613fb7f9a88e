#include "models/lanes/averagedrate.h"
#include "models/lanes/registry.h"

#include "analysis/run/roles.h"
#include "models/convert.h"

#include <optional>

namespace tachograph::models {

namespace {

constexpr double flatBand = 0.15; // throughput that moved less than this is flat

const Series* throughputOf(const Run& run) {
    return run.forRole(roles::throughput);
}

bool stepsAreRotting(const Diagnosis* diagnosis) {
    if (!diagnosis)
        return false;
    for (const Examination& examination : diagnosis->examinations)
        for (const Finding& finding : examination.result.findings)
            if (finding.code == "THROUGHPUT_ROT")
                return true;
    return false;
}

/// Late over early, by the medians of the first and the last fifth; NaN when it is not known.
double lateOverEarly(const Run& run, const Series* series) {
    if (!series)
        return std::numeric_limits<double>::quiet_NaN();
    const SeriesFigures figures = run.figures(*series);
    return figures.late / figures.early;
}

/// Where steps take longer and tokens per second do not show it, the lane says so.
QString badgeOf(const LaneRun& run, const Series& throughput) {
    if (!stepsAreRotting(run.diagnosis))
        return {};
    const double rate = lateOverEarly(*run.run, &throughput);
    const double steps = lateOverEarly(*run.run, run.run->forRole(roles::stepTime));
    if (!(rate >= 1.0 - flatBand) || !(steps > 1.0))
        return {};
    const QString what = rate <= 1.0 + flatBand
                             ? QStringLiteral("flat tok/s hides the rot")
                             : QStringLiteral("tok/s ") + toQt(formatFactor(rate)) + QStringLiteral(" hides the rot");
    return what + QStringLiteral(": steps take ") + toQt(formatFactor(steps));
}

/// Runs whose throughputs count different things are shown and said to be so.
void tellScopes(const LaneInput& input, Lane& lane) {
    std::optional<Scope> first;
    for (const LaneRun& run : input.runs) {
        const Series* series = throughputOf(*run.run);
        if (!series)
            continue;
        if (!first)
            first = series->scope;
        else if (series->scope != *first)
            lane.qualifier =
                joined({lane.qualifier, run.name + QStringLiteral(": ") +
                                            (series->scope == Scope::unknown ? QStringLiteral("scope not known")
                                                                             : scopeText(series->scope)) +
                                            QStringLiteral(", not comparable")});
    }
}

void build(const LaneInput& input, Lane& lane) {
    Absences absences;
    std::optional<LaneUnit> unit;
    for (const LaneRun& run : input.runs) {
        const Series* series = throughputOf(*run.run);
        if (!series) {
            absences.add(run, notLogged);
            continue;
        }
        if (!unit) {
            unit = laneUnit(*series);
            lane.unit = unit->text;
            lane.qualifier = rateQualifier(*run.run, *series);
            lane.badge = badgeOf(run, *series);
        }
        absences.add(run, addRate(input, run, roles::throughput, *unit, {}, Stage::none, lane));
    }
    tellScopes(input, lane);
    absences.tell(lane);
}

} // namespace

const LaneBuilder throughputLane{"throughput", "Throughput", "Throughput", throughputOf, true, build};

} // namespace tachograph::models
