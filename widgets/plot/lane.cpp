#include "widgets/plot/lane.h"

#include "widgets/plot/drawing.h"
#include "widgets/plot/lanedrawing.h"
#include "widgets/plot/lanenotes.h"

#include <algorithm>

namespace tachograph::widgets {

LaneView::LaneView(QCustomPlot* plot, const PlotState& state, int lane, const PlotSizes& sizes, QCPMarginGroup* margins)
    : m_state(state), m_sizes(sizes), m_lane(lane), m_header(new LaneHeader(plot, state, lane, sizes)) {
    if (m_header->folded())
        return;
    m_axisRect = new QCPAxisRect(plot, true);
    m_axisRect->setAutoMargins(QCP::msLeft | QCP::msRight);
    m_axisRect->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
    m_axisRect->setMinimumMargins(QMargins(sizes.leftMargin, 0, sizes.rightMargin, 0));
    m_axisRect->setMargins(QMargins(sizes.leftMargin, 0, sizes.rightMargin, sizes.laneGap));
    for (QCPAxis* axis :
         m_axisRect->axes()) { // only their scales are used: ticks, grid and lines are drawn with the lane
        axis->setVisible(false);
        axis->setTicks(false);
        axis->grid()->setVisible(false);
    }
    addCurves();
    addDrawings(plot);
}

const models::Lane& LaneView::lane() const {
    return m_state.timeline->lanes[static_cast<std::size_t>(m_lane)];
}

QRect LaneView::rect() const {
    return m_axisRect ? m_axisRect->rect() : QRect();
}

void LaneView::addCurves() {
    for (std::size_t i = 0; i < lane().lines.size(); ++i) {
        if (!lane().lines[i].curve)
            continue;
        m_curves.push_back(new CurvePlottable(m_axisRect->axis(QCPAxis::atBottom), m_axisRect->axis(QCPAxis::atLeft),
                                              lane().lines[i], lookOf(lane(), i, m_state, m_sizes)));
    }
}

void LaneView::addDrawings(QCustomPlot* plot) {
    const auto clip = [this] {
        return rect();
    };
    const auto add = [&](const char* layer, auto paint, const Drawing::Clip& where) {
        new Drawing(
            plot, QString::fromLatin1(layer), [this, paint](QPainter& painter) { paint(painter, *this); }, where);
    };
    add("tint", paintTints, clip);
    add("grid", paintGrid, {});
    add("events", paintEventLines, clip);
    add("events", paintNoteLines, clip);
    add("events", paintMarks, clip);
    add("events", paintAxes, {});
    add("notes", paintNotes, clip);
}

double LaneView::toPixelY(double y) const {
    const QRect area = rect();
    return area.top() + (1 - m_range.shareOf(y)) * area.height();
}

double LaneView::toValueY(double pixel) const {
    const QRect area = rect();
    return m_range.valueAt(1 - (pixel - area.top()) / area.height());
}

XScale LaneView::xScale() const {
    const QRect area = rect();
    return {static_cast<double>(area.left()), area.left() + static_cast<double>(area.width()), m_state.xMin,
            m_state.xMax};
}

std::vector<int> LaneView::tintingFindings() const {
    std::vector<int> answer;
    const auto& findings = m_state.timeline->findings;
    // The gravest come first in the list and last here.
    for (int i = static_cast<int>(findings.size()) - 1; i >= 0; --i)
        if (i != m_state.selectedFinding && !m_state.dismissed.contains(i) &&
            citesLane(findings[static_cast<std::size_t>(i)], lane()))
            answer.push_back(i);
    if (m_state.selectedFinding >= 0 && static_cast<std::size_t>(m_state.selectedFinding) < findings.size() &&
        citesLane(findings[static_cast<std::size_t>(m_state.selectedFinding)], lane()))
        answer.push_back(m_state.selectedFinding);
    return answer;
}

void LaneView::updateRanges() {
    if (!m_axisRect)
        return;
    const auto hand = m_state.handRanges.find(lane().id);
    const auto byHand = hand == m_state.handRanges.end() ? std::nullopt : std::optional(hand->second);
    m_range = valueRange(lane(), m_state.xMin, m_state.xMax, m_state.options.robustY, rect().height(), byHand,
                         m_state.arrangement.logarithmic.contains(lane().id));
    m_axisRect->axis(QCPAxis::atBottom)->setRange(m_state.xMin, m_state.xMax);
    m_axisRect->axis(QCPAxis::atLeft)->setScaleType(m_range.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    m_axisRect->axis(QCPAxis::atLeft)->setRange(m_range.low, m_range.high);
    const auto missing =
        std::ranges::count_if(lane().missing, [this](double x) { return x >= m_state.xMin && x <= m_state.xMax; });
    m_header->setContent(m_range, static_cast<std::size_t>(missing));
}

} // namespace tachograph::widgets
