#include "models/comparison/comparisonview.h"

#include "analysis/comparison/ratiocurve.h"
#include "analysis/run/roles.h"
#include "models/convert.h"
#include "models/lanes/lanebuilder.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tachograph::models {

namespace {

const Series* inBoth(const Comparison& comparison, std::string_view role) {
    const Series* a = comparison.a->forRole(role);
    const Series* b = comparison.b->forRole(role);
    return a && b && a->key == b->key ? a : nullptr;
}

/// The lane of the headline's quantity first, the ratio below it, then what explains it. A stack of phases cannot lie
/// over another one, so phases that both runs log under one key are lanes of their own.
std::vector<QString> laneIds(const Comparison& comparison) {
    const bool byRate = comparison.headlineMetric.role == roles::throughput;
    std::vector<QString> ids{byRate ? QStringLiteral("throughput") : QStringLiteral("step_time")};
    for (const char* role : {roles::generationTime, roles::optimizationTime})
        if (const Series* phase = inBoth(comparison, role))
            ids.push_back(seriesLanePrefix + toQt(phase->key));
    for (const LaneBuilder* builder : laneBuilders()) {
        const QString id = QLatin1String(builder->id);
        const bool known = builder->mainSeries(*comparison.a) || builder->mainSeries(*comparison.b);
        if (id != QLatin1String("split") && id != QLatin1String("steps_per_hour") && (known || builder->always) &&
            std::ranges::find(ids, id) == ids.end())
            ids.push_back(id);
    }
    return ids;
}

/// A level that belongs to neither run.
LaneLine levelLine(double level, const QString& label, const Timeline& timeline) {
    LaneLine line;
    line.kind = LineKind::limit;
    line.run = -1;
    line.label = label;
    line.curve = makeCurve({timeline.xMin, timeline.xMax}, {level, level});
    return line;
}

/// B over A where both have values, with its band and, where settings explain a part, the expected value.
Lane ratioLane(const Comparison& comparison, const Timeline& timeline) {
    const MetricComparison& metric = comparison.headlineMetric;
    Lane lane;
    lane.id = ratioLaneId;
    lane.title = QStringLiteral("Ratio B / A");
    lane.unit = QStringLiteral("×");
    lane.qualifier = QStringLiteral("logarithmic");
    if (!metric.role.empty())
        lane.qualifier.prepend(toQt(roleInfo(metric.role).title).toLower() + QStringLiteral(", "));
    RatioCurve curve = metric.role.empty() ? RatioCurve{} : ratioCurve(comparison, metric.role);
    if (curve.position.empty()) {
        lane.state = QStringLiteral("no steps that both runs have");
        return lane;
    }
    lane.robustX = curve.position;
    lane.robustValues = curve.ratio;
    LaneLine band;
    band.kind = LineKind::band;
    band.run = 1;
    band.label = QStringLiteral("95 % band");
    band.curve = makeCurve(curve.position, curve.high);
    band.low = makeCurve(curve.position, curve.low);
    LaneLine ratio;
    ratio.kind = LineKind::smoothed;
    ratio.run = 1;
    ratio.label = QStringLiteral("B / A");
    ratio.readout = true;
    ratio.curve = makeCurve(std::move(curve.position), std::move(curve.ratio));
    lane.lines = {std::move(band), std::move(ratio)};
    const bool higherIsFaster = metric.role == roles::throughput;
    const double expected = higherIsFaster ? comparison.expectation.expected : 1.0 / comparison.expectation.expected;
    if (std::isfinite(expected) && std::abs(expected - 1.0) > 0.001) {
        const QString how = comparison.expectation.measured ? QStringLiteral("measured") : QStringLiteral("bound");
        lane.lines.push_back(levelLine(
            expected, QStringLiteral("settings explain %1, %2").arg(toQt(formatFactor(expected)), how), timeline));
    }
    return lane;
}

/// One run alone, drawn and scaled as in the lanes of both: equal heights mean equal values.
TimelinePtr sideOf(const std::vector<TimelineRun>& runs, int run, const Timeline& both, const Job& job) {
    auto side = std::make_shared<Timeline>(both);
    // Which missing values are this run's, only its own lanes know.
    const TimelinePtr alone = buildTimeline({runs[static_cast<std::size_t>(run)]}, both.options, job);
    for (Lane& lane : side->lanes) {
        const auto others = std::stable_partition(lane.lines.begin(), lane.lines.end(),
                                                  [run](const LaneLine& line) { return line.run == run; });
        lane.scaledWith.assign(others, lane.lines.end());
        lane.lines.erase(others, lane.lines.end());
        const auto own = std::ranges::find(alone->lanes, lane.id, &Lane::id);
        lane.missing = own->missing;
        lane.state = own->state;
    }
    std::erase_if(side->events, [run](const TimelineEvent& event) { return event.run != run; });
    return side;
}

void compare(ComparisonView& view, const Job& job) {
    const ComparisonRequest& request = view.request;
    const auto b = static_cast<std::size_t>(std::ranges::find(request.others, request.b) - request.others.begin());
    if (request.others.size() > 1) {
        std::vector<RunPtr> runs{request.a};
        runs.insert(runs.end(), request.others.begin(), request.others.end());
        // An attempt of B is chosen for B; of the others all is held against A.
        std::vector<std::optional<std::size_t>> attempts(runs.size());
        attempts.front() = request.options.attemptA;
        if (b < request.others.size())
            attempts[b + 1] = request.options.attemptB;
        ComparisonSet set = compareAll(runs, request.options, job, attempts);
        view.others = std::move(set.comparisons);
        view.floors = std::move(set.floors);
        view.revert = std::move(set.revert);
    }
    view.comparison = b < view.others.size() ? view.others[b] : compareRuns(request.a, request.b, request.options, job);
}

/// Everything that is drawn of view.comparison.
void layOut(ComparisonView& view, const Job& job) {
    const ComparisonRequest& request = view.request;
    const Comparison& comparison = view.comparison;
    view.ramps = rampCurves(comparison);
    TimelineOptions options;
    options.axis = comparison.alignment.axis;
    options.smoothing = request.smoothing;
    options.showFits = false;
    options.lanes = laneIds(comparison);
    options.added = request.added;
    // What was compared: of a chosen attempt, that attempt.
    std::vector<TimelineRun> runs{{comparison.a, nullptr, 0, QStringLiteral("A"), 0.0},
                                  {comparison.b, nullptr, 1, QStringLiteral("B"), comparison.alignment.offset}};
    auto timeline = std::make_shared<Timeline>(*buildTimeline(runs, options, job.silent()));
    if (request.sideBySide && !job.canceled()) {
        view.sideA = sideOf(runs, 0, *timeline, job.silent());
        view.sideB = sideOf(runs, 1, *timeline, job.silent());
    }
    timeline->lanes.insert(timeline->lanes.begin() + std::min<std::ptrdiff_t>(1, std::ssize(timeline->lanes)),
                           ratioLane(comparison, *timeline));
    view.timeline = std::move(timeline);
}

} // namespace

ComparisonViewPtr viewComparison(const ComparisonRequest& request, const Job& job) {
    auto view = std::make_shared<ComparisonView>();
    view->request = request;
    compare(*view, job);
    layOut(*view, job);
    return view;
}

ComparisonViewPtr layOutComparison(const ComparisonRequest& request, Comparison comparison, const Job& job) {
    auto view = std::make_shared<ComparisonView>();
    view->request = request;
    view->comparison = std::move(comparison);
    layOut(*view, job);
    return view;
}

} // namespace tachograph::models
