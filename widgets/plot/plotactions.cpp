#include "widgets/plot/plotactions.h"

#include "widgets/plot/linevalue.h"
#include "widgets/plot/measure.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/plot/plotview.h"
#include "widgets/plot/readouts.h"
#include "widgets/plot/spokenlane.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

PlotActions::PlotActions(PlotView& view, PlotCanvas& canvas) : m_view(view), m_canvas(canvas) {}

void PlotActions::zoom(double factor, std::optional<double> x) {
    const auto [min, max] = m_view.viewRange();
    if (!x && m_canvas.state().crosshair && m_canvas.xScale().contains(*m_canvas.state().crosshair))
        x = m_canvas.state().crosshair;
    const double fixed = x.value_or((min + max) / 2);
    m_view.setViewRange(fixed - (fixed - min) * factor, fixed + (max - fixed) * factor);
}

void PlotActions::pan(double share) {
    const auto [min, max] = m_view.viewRange();
    const auto timeline = m_view.timeline();
    const double by = std::clamp(share * (max - min), timeline->xMin - min, timeline->xMax - max);
    m_view.setViewRange(min + by, max + by);
}

void PlotActions::wholeRun() {
    m_view.showWholeRun();
}

void PlotActions::zoomToRange(double first, double last) {
    m_view.setViewRange(std::min(first, last), std::max(first, last));
}

void PlotActions::zoomToFinding(int index) {
    const auto timeline = m_view.timeline();
    if (index < 0 || static_cast<std::size_t>(index) >= timeline->findings.size())
        return;
    const auto& finding = timeline->findings[static_cast<std::size_t>(index)];
    const double around = std::max(0.1 * (finding.last - finding.first), 2e-3 * (timeline->xMax - timeline->xMin));
    zoomToRange(std::max(timeline->xMin, finding.first - around), std::min(timeline->xMax, finding.last + around));
}

const LaneView* PlotActions::focusedLane() const {
    return m_canvas.laneByIndex(m_canvas.state().focusedLane);
}

std::optional<double> PlotActions::nearestPoint(double x, const LaneView* lane) const {
    const auto pointIn = [&](const models::Lane& candidate) -> std::optional<double> {
        std::optional<double> best;
        for (std::size_t run = 0; run == 0 || run < m_canvas.state().timeline->runs.size(); ++run) {
            const models::LaneLine* line = mainLine(candidate, static_cast<int>(run), x);
            const auto point = line ? line->curve->nearest(x) : std::nullopt;
            if (point && (!best || std::abs(point->first - x) < std::abs(*best - x)))
                best = point->first;
        }
        return best;
    };
    if (lane && !lane->folded())
        if (const auto point = pointIn(lane->lane()))
            return point;
    for (const models::Lane& candidate : m_canvas.state().timeline->lanes)
        if (const auto point = pointIn(candidate))
            return point;
    return std::nullopt;
}

/// Keys may lead out of the view: it follows.
void PlotActions::showCrosshair(double x) {
    const auto [min, max] = m_view.viewRange();
    if (x < min || x > max)
        m_view.setViewRange(x - (max - min) / 2, x + (max - min) / 2);
    m_view.setCrosshair(x);
}

void PlotActions::moveCrosshair(double x, const LaneView* lane) {
    m_view.setCrosshair(nearestPoint(x, lane).value_or(x));
}

void PlotActions::stepCrosshair(bool right, int points) {
    const auto [min, max] = m_view.viewRange();
    double x = m_canvas.state().crosshair.value_or(right ? min : max);
    const LaneView* lane = focusedLane();
    const auto start = nearestPoint(x, lane);
    if (!start)
        return;
    if (!m_canvas.state().crosshair) {
        showCrosshair(*start);
        return;
    }
    for (int i = 0; i < points; ++i) {
        std::optional<double> next; // the nearest one of all attempts and runs
        const auto look = [&](const models::Lane& candidate) {
            for (const models::LaneLine& line : candidate.lines) {
                if (!line.curve || !isMeasured(line.kind))
                    continue;
                const auto point = nextPoint(*line.curve, x, right);
                if (point && (!next || (right ? *point < *next : *point > *next)))
                    next = point;
            }
        };
        if (lane && !lane->folded())
            look(lane->lane());
        for (const models::Lane& candidate : m_canvas.state().timeline->lanes)
            if (!next)
                look(candidate);
        if (!next)
            break;
        x = *next;
    }
    showCrosshair(x);
}

void PlotActions::goTo(double x) {
    m_canvas.state().pinned = true;
    showCrosshair(x);
}

void PlotActions::goToEvent(bool right) {
    const auto [min, max] = m_view.viewRange();
    const double from = m_canvas.state().crosshair.value_or(right ? min : max);
    std::optional<double> next;
    for (const models::TimelineEvent& event : m_canvas.state().timeline->events) {
        const bool beyond = right ? event.x > from : event.x < from;
        if (beyond && (!next || (right ? event.x < *next : event.x > *next)))
            next = event.x;
    }
    if (next)
        goTo(*next);
}

void PlotActions::togglePin() {
    PlotState& state = m_canvas.state();
    state.pinned = !state.pinned && state.crosshair.has_value();
    emit m_view.statusText(state.pinned ? tr("Crosshair pinned; click again to free it") : QString());
}

void PlotActions::releaseCrosshair() {
    m_canvas.state().pinned = false;
    m_view.setCrosshair(std::nullopt);
    emit m_view.statusText({});
}

void PlotActions::stepMeasure() {
    PlotState& state = m_canvas.state();
    if (state.measure && state.measure->to) {
        endMeasure();
    } else if (!state.crosshair) {
        emit m_view.statusText(tr("To measure, place the crosshair first: arrow keys or a click"));
    } else if (state.measure) {
        measure(state.measure->from, state.crosshair, nullptr);
    } else {
        measure(*state.crosshair, std::nullopt, nullptr);
        emit m_view.statusText(tr("Measuring from here; R again ends it, Esc forgets it"));
    }
}

void PlotActions::measure(double from, std::optional<double> to, const LaneView* lane) {
    PlotState& state = m_canvas.state();
    state.measure = Measure{nearestPoint(from, lane).value_or(from), {}};
    if (to)
        state.measure->to = nearestPoint(*to, lane).value_or(*to);
    m_canvas.refreshOverlay();
    emit m_view.measureChanged();
    if (!to)
        return;
    QString text = measuredDistance(state);
    if (const LaneView* spoken = lane ? lane : focusedLane()) {
        const QString values = measuredValues(spoken->lane(), state, m_canvas.readoutTolerance());
        if (!values.isEmpty())
            text += QStringLiteral(", ") + spoken->lane().title + u' ' + values;
    }
    emit m_view.statusText(text);
}

bool PlotActions::endMeasure() {
    if (!m_canvas.state().measure)
        return false;
    m_canvas.state().measure.reset();
    m_canvas.refreshOverlay();
    emit m_view.measureChanged();
    emit m_view.statusText({});
    return true;
}

void PlotActions::focusLane(bool down) {
    const auto& lanes = m_canvas.lanes();
    if (lanes.empty())
        return;
    const auto at =
        std::ranges::find_if(lanes, [&](const auto& lane) { return lane->index() == m_canvas.state().focusedLane; });
    std::ptrdiff_t place = at == lanes.end() ? (down ? 0 : static_cast<std::ptrdiff_t>(lanes.size()) - 1)
                                             : at - lanes.begin() + (down ? 1 : -1);
    PlotState& state = m_canvas.state();
    const auto last = static_cast<std::ptrdiff_t>(lanes.size()) - 1;
    if (at != lanes.end() && (place < 0 || place > last) && m_canvas.hiddenLanes() > 0) { // scroll one lane further
        state.firstLane = std::max(0, state.firstLane + (down ? 1 : -1));
        m_canvas.rebuild();
        place = down ? static_cast<std::ptrdiff_t>(m_canvas.lanes().size()) - 1 : 0;
    }
    place = std::clamp<std::ptrdiff_t>(place, 0, static_cast<std::ptrdiff_t>(m_canvas.lanes().size()) - 1);
    state.focusedLane = m_canvas.lanes()[static_cast<std::size_t>(place)]->index();
    m_canvas.refreshOverlay();
    emit m_view.statusText(
        spokenLane(m_canvas.lanes()[static_cast<std::size_t>(place)]->lane(), state, m_canvas.readoutTolerance()));
}

void PlotActions::foldLane(int lane) {
    const auto& lanes = m_canvas.state().timeline->lanes;
    if (lane < 0 || static_cast<std::size_t>(lane) >= lanes.size())
        return;
    auto& folded = m_canvas.state().arrangement.folded;
    const QString id = lanes[static_cast<std::size_t>(lane)].id;
    if (isFolded(lanes[static_cast<std::size_t>(lane)], m_canvas.state()) && !folded.contains(id))
        return; // nothing is in it
    if (folded.erase(id) == 0)
        folded.insert(id);
    m_canvas.rebuild();
    emit m_view.arrangementChanged();
}

bool PlotActions::showLane(const QString& id) {
    const auto& lanes = m_canvas.state().timeline->lanes;
    const auto found = std::ranges::find(lanes, id, &models::Lane::id);
    if (found == lanes.end())
        return false;
    const auto index = static_cast<int>(found - lanes.begin());
    PlotState& state = m_canvas.state();
    if (state.arrangement.folded.contains(id))
        foldLane(index);
    if (!state.arrangement.maximized.isEmpty() && state.arrangement.maximized != id)
        toggleMaximized(index);
    state.focusedLane = index;
    state.showFocus = true;
    m_canvas.scrollTo(index);
    m_canvas.refreshOverlay();
    emit m_view.statusText(spokenLane(*found, state, m_canvas.readoutTolerance()));
    return true;
}

void PlotActions::toggleMaximized(int lane) {
    const auto& lanes = m_canvas.state().timeline->lanes;
    LaneArrangement arrangement = m_view.arrangement();
    if (!arrangement.maximized.isEmpty()) {
        arrangement.maximized.clear();
    } else if (lane >= 0 && static_cast<std::size_t>(lane) < lanes.size()) {
        arrangement.maximized = lanes[static_cast<std::size_t>(lane)].id;
        arrangement.folded.erase(arrangement.maximized);
    }
    change(arrangement);
    emit m_view.statusText(
        arrangement.maximized.isEmpty()
            ? QString()
            : tr("%1 alone; Shift+F brings the other lanes back").arg(lanes[static_cast<std::size_t>(lane)].title));
}

void PlotActions::toggleLogarithmic(int lane) {
    const auto& lanes = m_canvas.state().timeline->lanes;
    if (lane < 0 || static_cast<std::size_t>(lane) >= lanes.size() ||
        !canBeLogarithmic(lanes[static_cast<std::size_t>(lane)]))
        return;
    const QString& id = lanes[static_cast<std::size_t>(lane)].id;
    LaneArrangement arrangement = m_view.arrangement();
    if (arrangement.logarithmic.erase(id) == 0)
        arrangement.logarithmic.insert(id);
    m_canvas.state().handRanges.erase(id); // it was chosen on the other scale
    change(arrangement);
}

void PlotActions::resetArrangement() {
    LaneArrangement arrangement = m_view.arrangement();
    arrangement.order.clear();
    arrangement.heights.clear();
    arrangement.maximized.clear();
    change(arrangement);
}

void PlotActions::change(const LaneArrangement& arrangement) {
    m_view.setArrangement(arrangement);
    emit m_view.arrangementChanged();
}

void PlotActions::zoomValues(const LaneView& lane, double factor, double atPixel) {
    if (lane.folded())
        return;
    const double fixed = lane.toValueY(atPixel);
    const ValueRange& range = lane.range();
    const double share = range.shareOf(fixed);
    const double low = range.valueAt(share - share * factor), high = range.valueAt(share + (1 - share) * factor);
    if (!(high - low > 1e-12 * std::max(std::abs(high), std::abs(low))) || !std::isfinite(high - low))
        return;
    m_canvas.state().handRanges[lane.lane().id] = {low, high};
    m_canvas.refresh();
}

void PlotActions::resetValues(const LaneView& lane) {
    m_canvas.state().handRanges.erase(lane.lane().id);
    m_canvas.refresh();
}

void PlotActions::toggleRobustY() {
    PlotOptions options = m_view.options();
    options.robustY = !options.robustY;
    m_canvas.state().handRanges.clear();
    m_view.setOptions(options);
    emit m_view.robustYChanged(options.robustY);
}

void PlotActions::copyLane(const LaneView& lane) {
    const QRect header = lane.header()->rect();
    const QRect area =
        lane.folded()
            ? header
            : header.united(QRect(header.left(), lane.rect().top(), header.width(), lane.rect().height() + 4));
    QGuiApplication::clipboard()->setPixmap(m_canvas.grab(area));
    emit m_view.statusText(tr("%1 copied as a picture").arg(lane.lane().title));
}

} // namespace tachograph::widgets
