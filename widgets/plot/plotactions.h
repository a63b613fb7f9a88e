#pragma once

#include <QObject>
#include <QString>

#include <optional>

namespace tachograph::widgets {

class LaneView;
class PlotCanvas;
class PlotView;

/// What can be done with a plot, whether by mouse, key or menu.
class PlotActions : public QObject {
    Q_OBJECT
  public:
    PlotActions(PlotView& view, PlotCanvas& canvas);

    /// Shows `factor` times the range in view, keeping `x` where it is; without x the crosshair or the middle.
    void zoom(double factor, std::optional<double> x = {});
    /// Moves the view by a part of its width.
    void pan(double share);
    void wholeRun();
    /// The span and 10 % on either side.
    void zoomToFinding(int index);
    void zoomToRange(double first, double last);

    /// The crosshair to the point nearest to `x` in the lane (or the first lane with a line).
    void moveCrosshair(double x, const LaneView* lane);
    void stepCrosshair(bool right, int points);
    void crosshairToEvent(bool right);
    void togglePin();
    void releaseCrosshair();

    void focusLane(bool down);
    void foldLane(int lane);
    void zoomValues(const LaneView& lane, double factor, double atPixel);
    void resetValues(const LaneView& lane);
    void toggleRobustY();
    void copyLane(const LaneView& lane);

    [[nodiscard]] const LaneView* focusedLane() const;

  private:
    [[nodiscard]] std::optional<double> nearestPoint(double x, const LaneView* lane) const;
    void showCrosshair(double x);

    PlotView& m_view;
    PlotCanvas& m_canvas;
};

} // namespace tachograph::widgets
