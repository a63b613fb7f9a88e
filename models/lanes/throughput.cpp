#include "models/lanes/averagedrate.h"
#include "models/lanes/registry.h"

#include "analysis/run/roles.h"
#include "models/convert.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

namespace tachograph::models {

namespace {

constexpr double flatBand = 0.15; // throughput that moved less than this is flat

const Series* throughputOf(const Run& run) {
    return run.forRole(roles::throughput);
}

const Finding* rotIn(const Diagnosis* diagnosis) {
    if (!diagnosis)
        return nullptr;
    for (const Finding* finding : diagnosis->findings())
        if (finding->code == "THROUGHPUT_ROT")
            return finding;
    return nullptr;
}

/// NaN when the finding has no such figure.
double figure(const Finding& finding, std::string_view name) {
    const auto found = std::ranges::find(finding.evidence, name, &Evidence::name);
    return found == finding.evidence.end() ? std::numeric_limits<double>::quiet_NaN() : found->value;
}

/// Where steps take longer and tokens per second do not show it, the lane says so, with the figures of the finding.
QString badgeOf(const Diagnosis* diagnosis) {
    const Finding* rot = rotIn(diagnosis);
    if (!rot)
        return {};
    const double rate = figure(*rot, "throughput_ratio");
    const double steps = figure(*rot, "steps_per_hour_early") / figure(*rot, "steps_per_hour_late");
    if (!(rate >= 1.0 - flatBand) || !(steps > 1.0))
        return {};
    const QString what = rate <= 1.0 + flatBand
                             ? QStringLiteral("flat tok/s hides the rot")
                             : QStringLiteral("tok/s ") + toQt(formatFactor(rate)) + QStringLiteral(" hides the rot");
    return what + QStringLiteral(": steps take ") + toQt(formatFactor(steps));
}

/// Runs whose throughputs count different things are shown and said to be so: in the title, which is never cut, and
/// which run counts what behind it.
void tellScopes(const LaneInput& input, Lane& lane) {
    QStringList scopes, whose;
    for (const LaneRun& run : input.runs) {
        const Series* series = throughputOf(*run.run);
        if (!series)
            continue;
        const QString scope =
            series->scope == Scope::unknown ? QStringLiteral("scope not known") : scopeText(series->scope);
        if (!scopes.contains(scope))
            scopes << scope;
        whose << run.name + QStringLiteral(": ") + scope;
    }
    if (scopes.size() < 2)
        return;
    lane.title += QStringLiteral(", ") + scopes.join(QStringLiteral(" and "));
    lane.qualifier = QStringLiteral("not comparable: ") + whose.join(QStringLiteral(", "));
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
            lane.badge = badgeOf(run.diagnosis);
        }
        absences.add(run, addRate(input, run, roles::throughput, *unit, {}, Stage::none, lane));
    }
    tellScopes(input, lane);
    absences.tell(lane);
}

} // namespace

const LaneBuilder throughputLane{"throughput", "Throughput", "Throughput", throughputOf, true, build};

} // namespace tachograph::models
