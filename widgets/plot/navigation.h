#pragma once

#include "widgets/plot/plotactions.h"

#include <QEvent>
#include <QPointF>

class QContextMenuEvent;
class QKeyEvent;
class QMouseEvent;
class QNativeGestureEvent;
class QWheelEvent;

namespace tachograph::widgets {

/// Mouse, wheel, touchpad and keys of a plot.
class Navigation : public QObject {
    Q_OBJECT
  public:
    Navigation(PlotView& view, PlotCanvas& canvas);

    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    enum class Drag { none, pressed, range, pan, brush, brushLeft, brushRight };

    void pressed(const QMouseEvent& event);
    void moved(const QMouseEvent& event);
    void released(const QMouseEvent& event);
    void doubleClicked(const QMouseEvent& event);
    void wheel(const QWheelEvent& event);
    void gesture(const QNativeGestureEvent& event);
    void contextMenu(const QContextMenuEvent& event);
    bool key(const QKeyEvent& event);
    bool letter(const QKeyEvent& event);
    bool arrow(const QKeyEvent& event);

    void hover(QPointF position);
    void dragTo(QPointF position);
    void clickedStrip(QPointF position);
    [[nodiscard]] bool inStrip(QPointF position) const;
    [[nodiscard]] bool inOverview(QPointF position) const;
    [[nodiscard]] bool onValueAxis(QPointF position) const;
    [[nodiscard]] QString describe(QPointF position) const;

    PlotView& m_view;
    PlotCanvas& m_canvas;
    PlotActions m_actions;
    Drag m_drag = Drag::none;
    QPointF m_start;                        ///< where the button went down
    std::pair<double, double> m_startRange; ///< in view then
    bool m_unfolded = false; ///< the click before unfolded a lane: a double click is not to fold it again
    bool m_space = false;    ///< Space is held: dragging pans
};

} // namespace tachograph::widgets
