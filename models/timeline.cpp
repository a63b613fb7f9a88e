#include "models/timeline.h"

#include "models/addedseries.h"
#include "models/convert.h"
#include "models/lanes/lanelines.h"
#include "models/lanes/plaintrack.h"
#include "models/steppositions.h"
#include "models/timelineparts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph::models {

namespace {

QString axisTitle(XAxis axis) {
    switch (axis) {
    case XAxis::step:
        return QStringLiteral("Step");
    case XAxis::sinceResume:
        return QStringLiteral("Steps since resume");
    case XAxis::elapsed:
        return QStringLiteral("Elapsed");
    case XAxis::wallClock:
        return QStringLiteral("Wall clock (UTC)");
    case XAxis::tokens:
        return QStringLiteral("Tokens");
    }
    return {};
}

LaneInput laneInput(const std::vector<TimelineRun>& runs, const TimelineOptions& options, const Job& job) {
    LaneInput input;
    input.options = options;
    input.job = job.silent();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        LaneRun run;
        run.run = runs[i].run;
        run.diagnosis = runs[i].diagnosis.get();
        run.index = static_cast<int>(i);
        run.name = runs[i].name;
        const std::string why = whyNotOnAxis(*run.run, options.axis);
        std::vector<double> positions;
        if (why.empty())
            positions = positionsOnAxis(*run.run, options.axis);
        if (runs[i].offset != 0.0)
            for (double& position : positions)
                position += runs[i].offset;
        run.positions = Column(std::move(positions));
        run.plain = plainRows(run.run->rows(), run.positions);
        if (!run.positions.empty())
            run.steps = std::make_shared<const StepPositions>(*run.run, run.positions);
        run.whyNoPositions =
            run.positions.empty() ? (why.empty() ? QStringLiteral("not logged") : toQt(why)) : QString();
        input.runs.push_back(std::move(run));
    }
    return input;
}

/// The whole axis; a single place gets room on both sides.
void setRange(LaneInput& input) {
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const LaneRun& run : input.runs)
        for (const double x : run.positions)
            if (std::isfinite(x)) {
                least = std::min(least, x);
                most = std::max(most, x);
            }
    if (least > most)
        return;
    const double room = least == most ? std::max(0.5, std::abs(least) * 1e-6) : 0.0;
    input.xMin = least - room;
    input.xMax = most + room;
}

/// The standard lanes: those that are always there, and those whose series some run has. Then, where that is wanted,
/// further ones that series are added to.
std::vector<QString> standardLanes(const std::vector<LaneRun>& runs, const TimelineOptions& options) {
    std::vector<QString> ids;
    for (const LaneBuilder* builder : laneBuilders())
        if (builder->always ||
            std::ranges::any_of(runs, [&](const LaneRun& run) { return builder->mainSeries(*run.run) != nullptr; }))
            ids.push_back(QLatin1String(builder->id));
    for (const auto& [id, keys] : options.added)
        if (options.addedLanes && std::ranges::find(ids, id) == ids.end())
            ids.push_back(id);
    return ids;
}

Lane buildOwnLane(const LaneInput& input, const QString& id) {
    if (id.startsWith(seriesLanePrefix))
        return buildSeriesLane(input, id.mid(seriesLanePrefix.size()));
    Lane lane;
    if (const LaneBuilder* builder = laneBuilderById(id)) {
        lane.title = QLatin1String(builder->title);
        builder->build(input, lane);
    } else {
        lane.title = id;
        lane.state = QStringLiteral("there is no such lane");
    }
    lane.id = id;
    return lane;
}

/// The series that carries a lane in the first run that has it; nullptr when none has.
const Series* carrierOf(const LaneInput& input, const QString& id) {
    const LaneBuilder* builder = laneBuilderById(id);
    for (const LaneRun& run : input.runs) {
        const Series* series = builder ? builder->mainSeries(*run.run)
                               : id.startsWith(seriesLanePrefix)
                                   ? run.run->forKey(toStd(id.mid(seriesLanePrefix.size())))
                                   : nullptr;
        if (series)
            return series;
    }
    return nullptr;
}

Lane buildLane(const LaneInput& input, const QString& id) {
    Lane lane = buildOwnLane(input, id);
    if (const Series* carrier = carrierOf(input, id))
        lane.measure = measureOf(lane, *carrier);
    if (const auto added = input.options.added.find(id); added != input.options.added.end())
        addAddedSeries(input, added->second, lane);
    return lane;
}

} // namespace

TimelinePtr buildTimeline(std::vector<TimelineRun> runs, const TimelineOptions& options, const Job& job) {
    auto timeline = std::make_shared<Timeline>();
    timeline->options = options;
    timeline->xTitle = axisTitle(options.axis);
    LaneInput input = laneInput(runs, options, job);
    timeline->runs = std::move(runs);
    setRange(input);
    timeline->xMin = input.xMin;
    timeline->xMax = input.xMax;
    if (input.runs.empty())
        return timeline;
    const std::vector<QString> ids = options.lanes.empty() ? standardLanes(input.runs, options) : options.lanes;
    timeline->lanes.resize(ids.size());
    job.forEach(ids.size(), [&](std::size_t i) {
        if (!job.canceled())
            timeline->lanes[i] = buildLane(input, ids[i]);
    });
    if (job.canceled())
        return timeline;
    timeline->events = timelineEvents(input);
    timeline->findings = timelineFindings(input);
    for (const LaneRun& run : input.runs)
        timeline->steps.push_back(run.steps);
    timeline->moved.assign(input.runs.size(), 0.0);
    timeline->elapsedAlong = elapsedAlong(input.runs.front(), options.axis);
    return timeline;
}

} // namespace tachograph::models
