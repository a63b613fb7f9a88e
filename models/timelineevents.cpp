#include "analysis/detectors/stalls.h"
#include "analysis/run/roles.h"
#include "models/convert.h"
#include "models/steppositions.h"
#include "models/timelineparts.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph::models {

namespace {

constexpr std::size_t mostLabelBytes = 60;

QString stepText(const Event& event) {
    return event.step ? QString::number(*event.step) : QString();
}

QString withStep(const QString& what, const QString& preposition, const Event& event) {
    return event.step ? what + QLatin1Char(' ') + preposition + stepText(event) : what;
}

/// The device that an out-of-memory message names: "GPU 6", "cuda:3".
QString deviceIn(const QString& text) {
    static const QRegularExpression device(QStringLiteral("\\b(?:GPU[ #:]?|cuda:|device[ :]|rank[ :]?)(\\d{1,5})\\b"),
                                           QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = device.match(text);
    return match.hasMatch() ? QStringLiteral(" on GPU ") + match.captured(1) : QString();
}

/// What the strip writes beside the glyph; checkpoints and evaluations speak through their glyph alone.
QString labelOf(const Event& event) {
    const QString text = shown(event.text, mostLabelBytes);
    switch (event.kind) {
    case EventKind::checkpoint:
    case EventKind::evaluation:
        return {};
    case EventKind::resume:
        return withStep(QStringLiteral("resume"), {}, event);
    case EventKind::oom:
        return withStep(QStringLiteral("OOM") + deviceIn(shown(event.text)), QStringLiteral("at "), event);
    case EventKind::exception:
        return text.isEmpty() ? withStep(QStringLiteral("exception"), QStringLiteral("at "), event) : text;
    case EventKind::exit:
        return text.isEmpty() ? QStringLiteral("exit") : text;
    case EventKind::config:
        return text.isEmpty() ? QStringLiteral("configuration changed") : text;
    case EventKind::note:
        break;
    }
    return text.isEmpty() ? QStringLiteral("note") : text;
}

/// The first place of a run at or after `row`, and the last one before it.
double placeNearRow(std::span<const double> positions, std::size_t row) {
    for (std::size_t at = std::min(row + 1, positions.size()); at-- > 0;)
        if (std::isfinite(positions[at]))
            return positions[at];
    for (std::size_t at = row + 1; at < positions.size(); ++at)
        if (std::isfinite(positions[at]))
            return positions[at];
    return std::numeric_limits<double>::quiet_NaN();
}

/// Events that name another step than their row's lie at that step; the others at their row.
double placeOf(const LaneRun& run, const StepPositions& steps, const Event& event) {
    const Rows& rows = run.run->rows();
    const bool rowKnown = event.row && *event.row < rows.size();
    if (rowKnown && (!event.step || rows.step[*event.row] == *event.step))
        return placeNearRow(run.positions, *event.row);
    const double x = event.step ? steps.of(static_cast<double>(*event.step)) : std::numeric_limits<double>::quiet_NaN();
    if (std::isfinite(x))
        return x;
    if (event.step && !rowKnown)
        return steps.nearest(static_cast<double>(*event.step));
    return placeNearRow(run.positions, rowKnown ? *event.row : 0);
}

/// Steps of the checkpoints that coincide with a slow step or a long gap between steps; ascending.
std::vector<std::int64_t> slowCheckpoints(const Run& run, const Job& job) {
    const Series* stepTime = run.forRole(roles::stepTime);
    const bool any = std::ranges::find(run.events(), EventKind::checkpoint, &Event::kind) != run.events().end();
    if (!any || !stepTime || stepTime->averaging != Averaging::current)
        return {};
    const Stalls stalls = findStalls(StepTimes(run), job);
    std::vector<std::int64_t> steps = stalls.inside.steps;
    steps.insert(steps.end(), stalls.outside.steps.begin(), stalls.outside.steps.end());
    std::ranges::sort(steps);
    return steps;
}

/// Where the recording ends, unless it logs its own end.
void addEndOfLog(const LaneRun& run, std::vector<TimelineEvent>& events) {
    const auto& logged = run.run->events();
    if (run.run->rows().size() == 0 ||
        std::ranges::any_of(logged, [](const Event& event) { return event.kind == EventKind::exit; }))
        return;
    const std::size_t row = run.run->rows().size() - 1;
    TimelineEvent end;
    end.event.kind = EventKind::exit;
    end.event.step = run.run->rows().step[row];
    end.event.row = static_cast<std::uint32_t>(row);
    end.event.text = "The recording ends here; no exit is logged.";
    end.run = run.index;
    end.x = placeNearRow(run.positions, row);
    end.label = QStringLiteral("log ends at %1").arg(*end.event.step);
    if (std::isfinite(end.x))
        events.push_back(std::move(end));
}

} // namespace

std::vector<TimelineEvent> timelineEvents(const LaneInput& input) {
    std::vector<TimelineEvent> events;
    for (const LaneRun& run : input.runs) {
        if (run.positions.empty())
            continue;
        const StepPositions& steps = *run.steps;
        const std::vector<std::int64_t> slow = slowCheckpoints(*run.run, input.job);
        for (const Event& event : run.run->events()) {
            if (input.job.canceled())
                return {};
            TimelineEvent shownEvent;
            shownEvent.event = event;
            shownEvent.run = run.index;
            shownEvent.x = placeOf(run, steps, event);
            shownEvent.label = labelOf(event);
            shownEvent.slowStep =
                event.kind == EventKind::checkpoint && event.step && std::ranges::binary_search(slow, *event.step);
            if (std::isfinite(shownEvent.x))
                events.push_back(std::move(shownEvent));
        }
        addEndOfLog(run, events);
    }
    std::ranges::stable_sort(events, {}, &TimelineEvent::x);
    return events;
}

} // namespace tachograph::models
