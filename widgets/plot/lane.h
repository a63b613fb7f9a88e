#pragma once

#include "widgets/plot/curveplottable.h"
#include "widgets/plot/laneheader.h"
#include "widgets/plot/plotstate.h"
#include "widgets/plot/plotstyle.h"
#include "widgets/plot/valuerange.h"

#include <qcustomplot.h>

#include <vector>

namespace tachograph::widgets {

/// One lane on screen: its header and, unless it is folded, its plot with tints, grid, curves, marks and notes.
/// The elements belong to the plot's layout, the drawings to the plot.
class LaneView : public QObject {
    Q_OBJECT
  public:
    LaneView(QCustomPlot* plot, const PlotState& state, int lane, const PlotSizes& sizes, QCPMarginGroup* margins);

    [[nodiscard]] LaneHeader* header() const { return m_header; }
    /// Null when folded.
    [[nodiscard]] QCPAxisRect* axisRect() const { return m_axisRect; }
    [[nodiscard]] const models::Lane& lane() const;
    [[nodiscard]] int index() const { return m_lane; }
    [[nodiscard]] bool folded() const { return m_axisRect == nullptr; }
    /// Of the plot in pixels; empty when folded.
    [[nodiscard]] QRect rect() const;
    [[nodiscard]] const ValueRange& range() const { return m_range; }
    [[nodiscard]] double toPixelY(double y) const;
    [[nodiscard]] double toValueY(double pixel) const;
    [[nodiscard]] const std::vector<CurvePlottable*>& curves() const { return m_curves; }
    [[nodiscard]] XScale xScale() const;
    [[nodiscard]] const PlotState& state() const { return m_state; }
    [[nodiscard]] const PlotSizes& sizes() const { return m_sizes; }
    /// Findings that tint the lane, the last one on top: indices into timeline->findings.
    [[nodiscard]] std::vector<int> tintingFindings() const;

    /// Takes over the x range and finds the y range for the height that the layout gave.
    void updateRanges();

  private:
    void addCurves();
    void addDrawings(QCustomPlot* plot);

    const PlotState& m_state;
    PlotSizes m_sizes;
    int m_lane;
    LaneHeader* m_header = nullptr;
    QCPAxisRect* m_axisRect = nullptr;
    std::vector<CurvePlottable*> m_curves;
    ValueRange m_range;
};

} // namespace tachograph::widgets
