#pragma once

#include "widgets/plot/lanearrangement.h"

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
    /// To the next event beyond the crosshair, pinned there.
    void goToEvent(bool right);
    /// Pins the crosshair there; a view that does not hold it moves.
    void goTo(double x);
    void togglePin();
    void releaseCrosshair();

    /// Begins to measure at the crosshair, then ends it there, then forgets it.
    void stepMeasure();
    /// Between the points nearest to two places.
    void measure(double from, std::optional<double> to, const LaneView* lane);
    /// False when nothing was measured.
    bool endMeasure();

    void focusLane(bool down);
    void foldLane(int lane);
    /// Chooses it, unfolded and in view. False when there is none of that id.
    bool showLane(const QString& id);
    /// Shows the lane alone; while one is alone, all again.
    void toggleMaximized(int lane);
    /// Does nothing where the lane cannot have a logarithmic scale.
    void toggleLogarithmic(int lane);
    /// All lanes again, in their own order and at their usual heights.
    void resetArrangement();
    void zoomValues(const LaneView& lane, double factor, double atPixel);
    void resetValues(const LaneView& lane);
    void toggleRobustY();
    void copyLane(const LaneView& lane);

    [[nodiscard]] const LaneView* focusedLane() const;

  private:
    [[nodiscard]] std::optional<double> nearestPoint(double x, const LaneView* lane) const;
    void showCrosshair(double x);
    void change(const LaneArrangement& arrangement);

    PlotView& m_view;
    PlotCanvas& m_canvas;
};

} // namespace tachograph::widgets
