#include "tests/models/timelinetext.h"

#include <QStringList>

#include <algorithm>
#include <sstream>

namespace tachograph::tests {

using namespace models;

namespace {

QString number(double value) {
    return QString::number(value, 'g', 6);
}

QString kindText(LineKind kind) {
    switch (kind) {
    case LineKind::raw:
        return "raw";
    case LineKind::smoothed:
        return "smoothed";
    case LineKind::sinceStart:
        return "sinceStart";
    case LineKind::superseded:
        return "superseded";
    case LineKind::creepFit:
        return "creepFit";
    case LineKind::shiftFit:
        return "shiftFit";
    case LineKind::limit:
        return "limit";
    case LineKind::band:
        return "band";
    case LineKind::stack:
        return "stack";
    }
    return {};
}

QStringList numbers(const std::vector<double>& values) {
    QStringList texts;
    for (const double value : values)
        texts.append(number(value));
    return texts;
}

} // namespace

QString curveText(const CurveSource& curve) {
    const auto range = curve.xRange();
    if (!range)
        return "nothing";
    const double first = range->first - 1.0 / 16, end = range->second + 1.0 / 16;
    const auto count = static_cast<std::size_t>((end - first) * 8);
    std::vector<PixelColumn> columns;
    const auto edges = curve.columns(first, end, count, columns);
    QStringList points;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const PixelColumn& column = columns[i];
        if (column.count == 0)
            continue;
        const double middle = first + (end - first) * (static_cast<double>(i) + 0.5) / static_cast<double>(count);
        if (column.gapBefore && !points.isEmpty())
            points.append("|");
        const QString y =
            column.low == column.high ? number(column.low) : number(column.low) + ".." + number(column.high);
        points.append(number(curve.nearest(middle)->first) + ":" + y);
    }
    if (edges.gapAfter)
        points.append("|");
    return points.join(' ');
}

QString laneText(const Lane& lane) {
    QStringList lines;
    lines.append(lane.title + " [" + lane.unit + "]" + (lane.qualifier.isEmpty() ? QString() : " " + lane.qualifier));
    if (!lane.state.isEmpty())
        lines.append("state: " + lane.state);
    if (!lane.badge.isEmpty())
        lines.append("badge: " + lane.badge);
    for (const LaneLine& line : lane.lines) {
        QString text = kindText(line.kind);
        if (line.run > 0)
            text += QString(" of run %1").arg(line.run);
        if (line.legend)
            text += " \"" + line.label + "\"";
        text += " " + curveText(*line.curve);
        if (line.low)
            text += " above " + curveText(*line.low);
        lines.append(text);
    }
    if (!lane.missing.empty())
        lines.append("missing " + numbers(lane.missing).join(' '));
    return lines.join('\n');
}

QString eventsText(const Timeline& timeline) {
    QStringList lines;
    for (const TimelineEvent& event : timeline.events)
        lines.append(number(event.x) + " " + eventKindName(event.event.kind) + (event.slowStep ? " slow" : "") +
                     (event.label.isEmpty() ? QString() : " \"" + event.label + "\""));
    return lines.join('\n');
}

TimelinePtr timelineOf(const std::vector<std::shared_ptr<const Run>>& runs, const TimelineOptions& options,
                       const DiagnosisPtr& diagnosis) {
    std::vector<TimelineRun> list;
    for (const auto& run : runs)
        list.push_back({run, diagnosis, static_cast<int>(list.size()), QString::fromStdString(run->name())});
    return buildTimeline(list, options);
}

TimelineOptions options(const QString& lane, int smoothing, XAxis axis) {
    TimelineOptions result;
    result.axis = axis;
    result.smoothing = smoothing;
    if (!lane.isEmpty())
        result.lanes = {lane};
    return result;
}

QString plain(const QByteArray& text) {
    QStringList lines;
    for (const QString& line : QString::fromUtf8(text).split('\n'))
        if (!line.trimmed().isEmpty())
            lines.append(line.trimmed());
    return lines.join('\n');
}

QString onlyLane(const TimelinePtr& timeline) {
    return timeline->lanes.size() == 1 ? laneText(timeline->lanes.front()) : QStringLiteral("not one lane");
}

std::string table(const char* header, int steps, const std::function<std::string(int)>& row) {
    std::ostringstream text;
    text << header << '\n';
    for (int step = 1; step <= steps; ++step)
        text << row(step) << '\n';
    return text.str();
}

} // namespace tachograph::tests
