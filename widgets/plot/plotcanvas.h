#pragma once

#include "widgets/plot/axisrow.h"
#include "widgets/plot/eventstrip.h"
#include "widgets/plot/lane.h"
#include "widgets/plot/overview.h"
#include "widgets/plot/plotstate.h"

#include <qcustomplot.h>

#include <memory>
#include <vector>

namespace tachograph::widgets {

/// The drawing of a PlotState: strip, lanes, axis labels, overview in one QCustomPlot. Knows how to draw and where
/// things are; what the mouse and the keys do is Navigation's.
class PlotCanvas : public QCustomPlot {
    Q_OBJECT
  public:
    /// `everything`: all lanes, however small they get (pictures); otherwise as many as fit at their least height.
    PlotCanvas(PlotState state, bool everything, QWidget* parent = nullptr);
    ~PlotCanvas() override;

    [[nodiscard]] const PlotState& state() const { return m_state; }
    PlotState& state() { return m_state; }

    /// After a change of timeline, theme, options, folding, scrolling or size.
    void rebuild();
    /// After a change of the ranges or of the selected finding.
    void refresh();
    /// After a change of the crosshair, the focus or the dragged range.
    void refreshOverlay();

    [[nodiscard]] XScale xScale() const { return m_strip->xScale(); }
    [[nodiscard]] const EventStrip& strip() const { return *m_strip; }
    [[nodiscard]] const AxisRow& axisRow() const { return *m_axisRow; }
    /// Null when the options leave it out.
    [[nodiscard]] const Overview* overview() const { return m_overview.get(); }
    [[nodiscard]] const std::vector<std::unique_ptr<LaneView>>& lanes() const { return m_lanes; }
    /// The lane whose plot or header holds the position; null beside them.
    [[nodiscard]] const LaneView* laneAt(QPoint position) const;
    /// Of timeline->lanes; null when it is scrolled away.
    [[nodiscard]] const LaneView* laneByIndex(int index) const;
    /// Scrolls until the lane (of timeline->lanes) is in view.
    void scrollTo(int lane);
    /// How far in x a point may be from the crosshair for its value to be shown there.
    [[nodiscard]] double readoutTolerance() const;
    /// Lanes that do not fit, scrolled away above or below.
    [[nodiscard]] int hiddenLanes() const { return m_hiddenLanes; }
    [[nodiscard]] int comfortableHeight() const;
    /// Lanes from top to bottom: indices into timeline->lanes. Of a lane that is shown alone only that one.
    [[nodiscard]] std::vector<int> laneOrder() const;
    /// Of the lane, relative to an ordinary one.
    [[nodiscard]] double heightOf(const QString& laneId) const;
    /// Pixels that an open lane has at least.
    [[nodiscard]] int leastLane() const { return m_sizes.laneMinimum; }

    /// The picture of this state at a size; exact to the byte.
    [[nodiscard]] QImage picture(QSize size, qreal scale);

  signals:
    void rebuilt();

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    void addLayers();
    void addLanes(int& row);
    [[nodiscard]] std::size_t fittingLanes(const std::vector<int>& order, std::size_t first, int room) const;
    void addRow(int& row, QCPLayoutElement* element, double stretch);
    void updateContent();

    PlotState m_state;
    bool m_outdated = true; ///< what was drawn, if anything: since then it got another size, or changed unseen
    bool m_everything;
    PlotSizes m_sizes;
    int m_hiddenLanes = 0;
    QCPMarginGroup* m_margins = nullptr;
    std::unique_ptr<EventStrip> m_strip;
    std::unique_ptr<Overview> m_overview;
    AxisRow* m_axisRow = nullptr; ///< owned by the layout
    std::vector<std::unique_ptr<LaneView>> m_lanes;
};

} // namespace tachograph::widgets
