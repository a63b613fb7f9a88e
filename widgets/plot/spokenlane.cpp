#include "widgets/plot/spokenlane.h"

#include "widgets/plot/lanetext.h"
#include "widgets/plot/linelook.h"
#include "widgets/plot/measure.h"
#include "widgets/plot/readouts.h"
#include "widgets/plot/ticks.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tachograph::widgets {

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("PlotView", text);
}

/// Least and greatest logged value of a run in view, of the lane's own series or an added one.
std::optional<std::pair<double, double>> valuesInView(const models::Lane& lane, const PlotState& state, int run,
                                                      int added) {
    std::optional<std::pair<double, double>> all;
    for (const models::LaneLine& line : lane.lines) {
        if (line.run != run || line.added != added || !line.curve || !standsForValues(lane, line))
            continue;
        if (const auto range = line.curve->yRange(state.xMin, state.xMax))
            all = all ? std::pair(std::min(all->first, range->first), std::max(all->second, range->second)) : *range;
    }
    return all;
}

/// What comes before a value: the run where there are several, the added series.
QString nameOf(const models::Lane& lane, const PlotState& state, int run, int added) {
    if (added == 0)
        return state.timeline->runs.size() > 1 ? runLetter(state, run) : QString();
    const auto line = std::ranges::find_if(
        lane.lines, [run, added](const models::LaneLine& one) { return one.run == run && one.added == added; });
    return line == lane.lines.end() ? QString() : addedName(*line, state);
}

QString spokenValues(const models::Lane& lane, const PlotState& state) {
    QStringList texts;
    const auto runs = static_cast<int>(state.timeline->runs.size());
    for (int added = 0; added <= static_cast<int>(lane.added.size()); ++added)
        for (int run = 0; run < runs; ++run) {
            const auto values = valuesInView(lane, state, run, added);
            if (!values)
                continue;
            const QString range =
                translated("%1 to %2").arg(laneValue(values->first, lane.unit), laneValue(values->second, lane.unit));
            const QString whose = nameOf(lane, state, run, added);
            texts.append(whose.isEmpty() ? range : whose + u' ' + range);
        }
    if (texts.isEmpty())
        return translated("no value in view");
    return lane.unit.isEmpty() ? texts.join(QStringLiteral(", "))
                               : texts.join(QStringLiteral(", ")) + u' ' + spokenUnit(lane.unit);
}

QString spokenFindings(const models::Lane& lane, const PlotState& state) {
    QString text;
    const auto& findings = state.timeline->findings;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const models::TimelineFinding& finding = findings[i];
        if (!citesLane(finding, lane) || state.dismissed.contains(static_cast<int>(i)))
            continue;
        text += QStringLiteral(", ") + QString::fromStdString(finding.finding.code);
        if (finding.finding.onsetStep)
            text += translated(" from step %1").arg(fixedNumber(static_cast<double>(*finding.finding.onsetStep), 0));
    }
    return text;
}

/// What is measured, from end to end.
QString spokenMeasure(const models::Lane& lane, const PlotState& state, double tolerance) {
    const QString distance = measuredDistance(state);
    if (distance.isEmpty())
        return {};
    const QString values = measuredValues(lane, state, tolerance);
    return translated(", measured over %1: %2")
        .arg(distance, values.isEmpty() ? translated("no value at both ends") : values);
}

} // namespace

QString spokenLane(const models::Lane& lane, const PlotState& state, double tolerance) {
    const XAxis axis = state.timeline->options.axis;
    if (!lane.state.isEmpty())
        return lane.title + QStringLiteral(", ") + lane.state;
    const QString what = axis == XAxis::step ? translated("steps") : state.timeline->xTitle.toLower();
    QString text =
        translated("%1, %2, %3 %4 to %5")
            .arg(lane.title, spokenValues(lane, state), what, positionText(std::ceil(state.xMin - 1e-9), axis),
                 positionText(std::floor(state.xMax + 1e-9), axis));
    text += spokenFindings(lane, state) + spokenMeasure(lane, state, tolerance);
    if (state.crosshair) {
        QStringList values;
        for (const Readout& readout : readoutsAt(lane, state, *state.crosshair, tolerance))
            if (readout.main || readout.added > 0)
                values.append(readout.label.isEmpty() ? readout.text : readout.label + u' ' + readout.text);
        text += translated(", at %1: %2")
                    .arg(positionText(*state.crosshair, axis),
                         values.isEmpty() ? translated("no value") : values.join(QStringLiteral(", ")));
    }
    return text;
}

} // namespace tachograph::widgets
