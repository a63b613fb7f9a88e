#include "models/addedseries.h"

#include "analysis/run/roles.h"
#include "models/convert.h"
#include "models/lanes/lanelines.h"

#include <algorithm>

namespace tachograph::models {

namespace {

bool isStack(const Lane& lane) {
    return std::ranges::any_of(lane.lines, [](const LaneLine& line) { return line.kind == LineKind::stack; });
}

/// Where neither a unit nor a role is logged, nobody knows what is measured.
bool unitUnknown(const std::string& unit, const std::string& role) {
    return unit.empty() && role.empty();
}

QString unitText(const std::string& unit, const std::string& role) {
    if (!unit.empty())
        return shown(unit, 40);
    return role.empty() ? QStringLiteral("not known") : QStringLiteral("none");
}

QString scopeName(Scope scope) {
    const QString text = scopeText(scope);
    return text.isEmpty() ? QStringLiteral("not known") : text;
}

QString whyClosed(const Lane& lane) {
    if (!lane.state.isEmpty())
        return QStringLiteral("the lane is empty: ") + lane.state;
    if (isStack(lane))
        return QStringLiteral("the parts of the lane add up, so nothing can be laid beside them");
    return QStringLiteral("nothing can be laid beside what the lane shows");
}

/// What differs between a lane and a series; empty when they measure the same.
QString difference(const LaneMeasure& lane, const Series& series) {
    if (series.unit != lane.unit)
        return QStringLiteral("its unit is %1, that of the lane is %2")
            .arg(unitText(series.unit, series.role), unitText(lane.unit, lane.role));
    if (series.scope != lane.scope)
        return QStringLiteral("its scope is %1, that of the lane is %2")
            .arg(scopeName(series.scope), scopeName(lane.scope));
    if (series.averaging != lane.averaging)
        return series.averaging == Averaging::sinceStart
                   ? QStringLiteral("it is an average since the start, the lane shows current values")
                   : QStringLiteral("it holds current values, the lane shows averages since the start");
    const bool same = series.role == lane.role && !series.role.empty();
    const auto definition = [](const std::string& text) {
        return text.empty() ? QStringLiteral("not known") : u'"' + shown(text, 120) + u'"';
    };
    if (same && series.definition != lane.definition)
        return QStringLiteral("its definition is %1, that of the lane is %2")
            .arg(definition(series.definition), definition(lane.definition));
    return {};
}

const Series* seriesOf(const Run& run, const QString& key) {
    return run.forKey(toStd(key));
}

QString nameIn(const LaneInput& input, const QString& key) {
    for (const LaneRun& run : input.runs)
        if (const Series* series = seriesOf(*run.run, key))
            return seriesName(*run.run, *series);
    return shown(toStd(key), 200);
}

struct Outcome {
    bool drawn = false;
    QStringList remarks;
};

/// The series of this key of every run that has it.
Outcome addToRuns(const LaneInput& input, const QString& key, SeriesStyle style, Lane& lane) {
    Outcome outcome;
    for (const LaneRun& run : input.runs) {
        const Series* series = seriesOf(*run.run, key);
        QString why = series ? whyNotAdded(lane, *series) : notLogged;
        if (why.isEmpty()) {
            const bool average = series->averaging == Averaging::sinceStart;
            style.kind = average ? LineKind::sinceStart : LineKind::raw;
            style.smooth = !average;
            outcome.drawn = true;
            why = addSeries(input, run, *series, {lane.unit, lane.measure->factor}, style, lane);
            if (why.isEmpty() && unitUnknown(series->unit, series->role))
                why = QStringLiteral("unit not logged");
        }
        if (!why.isEmpty())
            outcome.remarks << (input.runs.size() > 1 ? why + QStringLiteral(" in ") + run.name : why);
    }
    return outcome;
}

} // namespace

QString seriesName(const Run& run, const Series& series) {
    QString key = shown(series.key, 200);
    if (series.role.empty())
        return key;
    const QString title = toQt(roleInfo(series.role).title);
    const auto alike = std::ranges::count(run.series(), series.role, &Series::role);
    return alike > 1 ? QStringLiteral("%1 (%2)").arg(title, key) : title;
}

QString whyNotAdded(const Lane& lane, const Series& series) {
    const QString key = toQt(series.key);
    if (!lane.measure)
        return whyClosed(lane);
    for (const auto* keys : {&lane.keys, &lane.added})
        if (std::ranges::find(*keys, key) != keys->end())
            return QStringLiteral("it is in the lane already");
    if (QString text = difference(*lane.measure, series); !text.isEmpty())
        return text;
    if (lane.added.size() >= mostAddedSeries)
        return QStringLiteral("a lane takes %1 added series at most").arg(mostAddedSeries);
    return {};
}

std::optional<LaneMeasure> measureOf(const Lane& lane, const Series& series) {
    if (!lane.state.isEmpty() || lane.lines.empty() || isStack(lane))
        return std::nullopt;
    const LaneUnit usual = laneUnit(series);
    LaneMeasure measure{series.unit, 1.0, series.scope, series.averaging, series.role, series.definition};
    if (usual.text == lane.unit)
        measure.factor = usual.factor;
    else if (toQt(series.unit) != lane.unit)
        measure.unit = toStd(lane.unit);
    return measure;
}

void addAddedSeries(const LaneInput& input, const std::vector<QString>& keys, Lane& lane) {
    QStringList remarks;
    for (const QString& key : keys) {
        SeriesStyle style;
        style.label = nameIn(input, key);
        style.added = static_cast<int>(lane.added.size()) + 1;
        style.ticks = false; // bands over bands are not told apart
        const Outcome outcome = addToRuns(input, key, style, lane);
        if (outcome.drawn)
            lane.added.push_back(key);
        for (const QString& remark : outcome.remarks)
            remarks << style.label + QStringLiteral(": ") + remark;
    }
    lane.qualifier = joined(QStringList{lane.qualifier} + remarks);
}

namespace {

const Series* inAny(const Timeline& timeline, const QString& key) {
    for (const TimelineRun& run : timeline.runs)
        if (const Series* series = seriesOf(*run.run, key))
            return series;
    return nullptr;
}

/// Of a lane that is not shown: "" or why there is none.
QString whyNoLane(const Timeline& timeline, const QString& id) {
    const bool known = laneBuilderById(id) ||
                       (id.startsWith(seriesLanePrefix) && inAny(timeline, id.mid(seriesLanePrefix.size())) != nullptr);
    return known ? QString() : QStringLiteral("there is no such lane");
}

QString whyDropped(const Timeline& timeline, const QString& id, const Lane* lane, const QString& key) {
    const Series* series = inAny(timeline, key);
    if (!lane)
        if (QString why = whyNoLane(timeline, id); !why.isEmpty())
            return why;
    if (!series)
        return notLogged;
    if (!lane || std::ranges::find(lane->added, key) != lane->added.end())
        return {};
    return whyNotAdded(*lane, *series);
}

} // namespace

CheckedSeries checkedSeries(const AddedSeries& wanted, const Timeline& timeline) {
    CheckedSeries checked;
    for (const auto& [id, keys] : wanted) {
        const auto found = std::ranges::find(timeline.lanes, id, &Lane::id);
        const Lane* lane = found == timeline.lanes.end() ? nullptr : &*found;
        const QString title = lane ? lane->title : shown(toStd(id), 200);
        std::vector<QString> kept;
        for (const QString& key : keys) {
            QString why = whyDropped(timeline, id, lane, key);
            if (why.isEmpty() && std::ranges::find(kept, key) != kept.end())
                why = QStringLiteral("it is in the lane already");
            if (why.isEmpty() && kept.size() >= mostAddedSeries)
                why = QStringLiteral("a lane takes %1 added series at most").arg(mostAddedSeries);
            if (why.isEmpty())
                kept.push_back(key);
            else
                checked.dropped << QStringLiteral("%1 in %2: %3").arg(shown(toStd(key), 200), title, why);
        }
        if (!kept.empty())
            checked.kept[id] = std::move(kept);
    }
    return checked;
}

CheckedSeries checkedSeries(const AddedSeries& wanted, const std::vector<TimelineRun>& runs, XAxis axis) {
    TimelineOptions options;
    options.axis = axis;
    options.smoothing = 0;
    options.added = wanted;
    for (const auto& [id, keys] : wanted)
        options.lanes.push_back(id);
    if (wanted.empty())
        return {};
    TimelinePtr timeline = buildTimeline(runs, options);
    // A lane that is not there is built too, and says so.
    auto known = std::make_shared<Timeline>(*timeline);
    std::erase_if(known->lanes, [&](const Lane& lane) { return !whyNoLane(*timeline, lane.id).isEmpty(); });
    return checkedSeries(wanted, *known);
}

} // namespace tachograph::models
