#pragma once

#include "widgets/plot/lanedrag.h"
#include "widgets/plot/notedrag.h"
#include "widgets/plot/plotactions.h"

#include <QEvent>
#include <QPointF>

class QContextMenuEvent;
class QKeyEvent;
class QMenu;
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
    [[nodiscard]] PlotActions& actions() { return m_actions; }
    [[nodiscard]] NoteDrag& notes() { return m_notes; }

  private:
    enum class Drag { none, pressed, lane, measure, range, noteRange, pan, brush, brushLeft, brushRight };

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
    bool noteKey(const QKeyEvent& event);
    bool escape();
    bool laneKey(const QKeyEvent& event);
    void addNoteEntries(QMenu& menu);
    void addLaneEntries(QMenu& menu, const LaneView& lane);

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
    NoteDrag m_notes;
    LaneDrag m_laneDrag;
    Drag m_drag = Drag::none;
    QPointF m_start;                        ///< where the button went down
    std::pair<double, double> m_startRange; ///< in view then
    bool m_unfolded = false;  ///< the click before unfolded a lane: a double click is not to fold it again
    bool m_measures = false;  ///< Alt was held when the button went down
    bool m_wantsNote = false; ///< Ctrl was held when the button went down: the range is for a note
    bool m_space = false;     ///< Space is held: dragging pans
};

} // namespace tachograph::widgets
