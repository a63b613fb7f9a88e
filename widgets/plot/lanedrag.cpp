#include "widgets/plot/lanedrag.h"

#include "widgets/plot/plotcanvas.h"
#include "widgets/plot/plotview.h"

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

namespace {
constexpr double dragStart = 4; // pixels the mouse may move within a click
constexpr double growth = 1.2;  // of a lane at one key
} // namespace

LaneDrag::LaneDrag(PlotView& view, PlotCanvas& canvas) : m_view(view), m_canvas(canvas) {}

std::pair<int, int> LaneDrag::borderAt(QPointF position) const {
    const auto& lanes = m_canvas.lanes();
    int above = -1;
    for (int i = 0; i < static_cast<int>(lanes.size()); ++i) {
        const LaneView& lane = *lanes[static_cast<std::size_t>(i)];
        if (lane.folded())
            continue;
        // The next open lane may stand below folded ones: the border is above those.
        if (above >= 0)
            return {above, i};
        if (position.y() > lane.rect().bottom() && position.y() <= lane.axisRect()->outerRect().bottom() + 1)
            above = i;
    }
    return {-1, -1};
}

bool LaneDrag::onBorder(QPointF position) const {
    return borderAt(position).first >= 0;
}

bool LaneDrag::pressed(QPointF position) {
    m_what = What::nothing;
    m_dragging = false;
    m_start = position;
    m_before = m_view.arrangement();
    const auto& lanes = m_canvas.lanes();
    if (const auto [above, below] = borderAt(position); above >= 0) {
        const LaneView &upper = *lanes[static_cast<std::size_t>(above)],
                       &lower = *lanes[static_cast<std::size_t>(below)];
        m_what = What::border;
        m_border = {upper.lane().id, lower.lane().id};
        m_above = upper.rect().height();
        m_below = lower.rect().height();
    } else if (const LaneView* lane = m_canvas.laneAt(position.toPoint());
               lane && position.y() <= lane->header()->rect().bottom()) {
        m_what = What::name;
        m_lane = lane->lane().id;
    }
    return m_what != What::nothing;
}

bool LaneDrag::moved(QPointF position) {
    if (m_what == What::nothing)
        return false;
    const QPointF by = position - m_start;
    if (!m_dragging) {
        const bool upOrDown = std::abs(by.y()) >= dragStart && std::abs(by.y()) > std::abs(by.x());
        if (!upOrDown) {
            if (std::abs(by.x()) >= dragStart)
                m_what = What::nothing; // along the axis: another kind of drag
            return false;
        }
        m_dragging = true;
        if (m_what == What::border)
            keepHeights();
    }
    if (m_what == What::border) {
        resize(by.y());
    } else {
        m_canvas.state().laneDropPlace = placeAt(position.y());
        m_canvas.refreshOverlay();
    }
    return true;
}

bool LaneDrag::released() {
    const What what = std::exchange(m_what, What::nothing);
    if (!std::exchange(m_dragging, false))
        return false;
    const int place = std::exchange(m_canvas.state().laneDropPlace, -1);
    if (what == What::name && place >= 0)
        moveTo(place);
    else
        say(m_view.arrangement());
    m_canvas.refreshOverlay();
    return true;
}

bool LaneDrag::cancel() {
    m_what = What::nothing;
    m_canvas.state().laneDropPlace = -1;
    if (!std::exchange(m_dragging, false))
        return false;
    m_view.setArrangement(m_before);
    return true;
}

int LaneDrag::placeAt(double y) const {
    const auto& lanes = m_canvas.lanes();
    int place = 0;
    for (const auto& lane : lanes) {
        const double top = lane->header()->rect().top();
        const double bottom = lane->folded() ? lane->header()->rect().bottom() : lane->rect().bottom();
        if (y > (top + bottom) / 2)
            ++place;
    }
    return place;
}

std::vector<QString> LaneDrag::orderInView() const {
    std::vector<QString> ids;
    for (const int index : m_canvas.laneOrder())
        ids.push_back(m_canvas.state().timeline->lanes[static_cast<std::size_t>(index)].id);
    return ids;
}

void LaneDrag::moveTo(int place) {
    std::vector<QString> ids = orderInView();
    const auto& lanes = m_canvas.lanes();
    const auto held = std::ranges::find(ids, m_lane);
    if (held == ids.end() || lanes.empty())
        return;
    // The lane that it goes before, or the last one in view that it goes behind.
    const auto last = static_cast<int>(lanes.size()) - 1;
    const QString anchor = lanes[static_cast<std::size_t>(std::min(place, last))]->lane().id;
    if (anchor == m_lane)
        return;
    ids.erase(held);
    const auto at = std::ranges::find(ids, anchor);
    ids.insert(place > last ? at + 1 : at, m_lane);
    LaneArrangement arrangement = m_view.arrangement();
    arrangement.order = std::move(ids);
    say(arrangement);
}

void LaneDrag::keepHeights() {
    double pixels = 0, heights = 0;
    for (const auto& lane : m_canvas.lanes())
        if (!lane->folded()) {
            pixels += lane->rect().height();
            heights += m_canvas.heightOf(lane->lane().id);
        }
    m_heightOfPixel = pixels > 0 ? heights / pixels : 0;
    LaneArrangement arrangement = m_view.arrangement();
    for (const auto& lane : m_canvas.lanes())
        if (!lane->folded())
            arrangement.heights[lane->lane().id] = lane->rect().height() * m_heightOfPixel;
    m_view.setArrangement(arrangement);
}

void LaneDrag::resize(double by) {
    const double least = m_canvas.leastLane();
    const double bounded = std::clamp(by, std::min(0.0, least - m_above), std::max(0.0, m_below - least));
    LaneArrangement arrangement = m_view.arrangement();
    arrangement.heights[m_border.first] = (m_above + bounded) * m_heightOfPixel;
    arrangement.heights[m_border.second] = (m_below - bounded) * m_heightOfPixel;
    m_view.setArrangement(arrangement);
}

void LaneDrag::shift(bool down) {
    const LaneView* lane = m_canvas.laneByIndex(m_canvas.state().focusedLane);
    if (!lane)
        return;
    std::vector<QString> ids = orderInView();
    const auto at = std::ranges::find(ids, lane->lane().id);
    const auto place = at - ids.begin() + (down ? 1 : -1);
    if (place < 0 || place >= static_cast<std::ptrdiff_t>(ids.size()))
        return;
    std::iter_swap(at, ids.begin() + place);
    LaneArrangement arrangement = m_view.arrangement();
    arrangement.order = std::move(ids);
    const int index = lane->index();
    say(arrangement);
    m_canvas.scrollTo(index);
}

void LaneDrag::grow(bool higher) {
    const LaneView* lane = m_canvas.laneByIndex(m_canvas.state().focusedLane);
    if (!lane || lane->folded())
        return;
    const QString id = lane->lane().id;
    LaneArrangement arrangement = m_view.arrangement();
    arrangement.heights[id] =
        std::clamp(m_canvas.heightOf(id) * (higher ? growth : 1 / growth), leastLaneHeight, mostLaneHeight);
    say(arrangement);
}

void LaneDrag::say(const LaneArrangement& arrangement) {
    m_view.setArrangement(arrangement);
    emit m_view.arrangementChanged();
}

} // namespace tachograph::widgets
