#include "widgets/plot/navigation.h"

#include "widgets/plot/measure.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/plot/plotview.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>

namespace tachograph::widgets {

bool Navigation::key(const QKeyEvent& event) {
    return noteKey(event) || laneKey(event) || arrow(event) || letter(event);
}

/// Alt and arrows move the selected note: on the compare page, where notes are only shown, they belong to B.
bool Navigation::noteKey(const QKeyEvent& event) {
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    const bool right = event.key() == Qt::Key_Right;
    if ((right || event.key() == Qt::Key_Left) && modifiers.testFlag(Qt::AltModifier))
        return m_notes.nudge((right ? 1 : -1) * (modifiers.testFlag(Qt::ShiftModifier) ? 10 : 1));
    if (modifiers != Qt::NoModifier)
        return false;
    const models::PlacedNote* note = m_notes.selected();
    switch (event.key()) {
    case Qt::Key_Period:
    case Qt::Key_Comma:
        m_notes.step(event.key() == Qt::Key_Period);
        return true;
    case Qt::Key_F2:
    case Qt::Key_Delete:
        if (!note || !m_view.notesEditable())
            return false;
        if (event.key() == Qt::Key_F2)
            emit m_view.noteOpened(note->id);
        else
            emit m_view.noteRemoved(note->id);
        return true;
    default:
        return false;
    }
}

/// Ctrl and the arrows move the chosen lane, Shift and the arrows size it.
bool Navigation::laneKey(const QKeyEvent& event) {
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    const bool down = event.key() == Qt::Key_Down;
    const int focused = m_canvas.state().focusedLane;
    if ((down || event.key() == Qt::Key_Up) && (modifiers == Qt::ControlModifier || modifiers == Qt::ShiftModifier)) {
        m_canvas.state().showFocus = true;
        if (modifiers == Qt::ControlModifier)
            m_laneDrag.shift(down);
        else
            m_laneDrag.grow(!down);
        return true;
    }
    if (event.key() == Qt::Key_F && modifiers == Qt::ShiftModifier)
        m_actions.toggleMaximized(focused);
    else if (event.key() == Qt::Key_L && modifiers == Qt::NoModifier)
        m_actions.toggleLogarithmic(focused);
    else
        return false;
    return true;
}

/// Takes back what is going on, one thing a time.
bool Navigation::escape() {
    if (m_notes.cancel())
        return true;
    if (m_drag != Drag::none) {
        m_laneDrag.cancel();
        m_drag = Drag::none;
        m_canvas.state().draggedRange.reset();
        m_canvas.unsetCursor();
        m_canvas.refreshOverlay();
        return true;
    }
    if (m_actions.endMeasure())
        return true;
    if (m_canvas.state().selectedNote != 0) {
        emit m_view.noteChosen(0);
        return true;
    }
    if (!m_canvas.state().crosshair)
        return false;
    m_actions.releaseCrosshair();
    return true;
}

bool Navigation::arrow(const QKeyEvent& event) {
    const bool control = event.modifiers().testFlag(Qt::ControlModifier);
    const bool shift = event.modifiers().testFlag(Qt::ShiftModifier);
    if (event.modifiers().testFlag(Qt::AltModifier)) // Alt and arrows belong to the comparison
        return false;
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (control) {
            m_actions.goToEvent(event.key() == Qt::Key_Right);
            return true;
        }
        m_canvas.state().pinned = true; // a crosshair that was placed by keys does not follow the mouse
        m_actions.stepCrosshair(event.key() == Qt::Key_Right, shift ? 10 : 1);
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        m_canvas.state().showFocus = true;
        m_actions.focusLane(event.key() == Qt::Key_Down);
        return true;
    default:
        return false;
    }
}

bool Navigation::letter(const QKeyEvent& event) {
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_actions.zoom(0.5);
        return true;
    case Qt::Key_Minus:
        m_actions.zoom(2);
        return true;
    case Qt::Key_0:
    case Qt::Key_Home:
        m_actions.wholeRun();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_canvas.state().selectedFinding < 0)
            return false;
        m_actions.zoomToFinding(m_canvas.state().selectedFinding);
        return true;
    case Qt::Key_Y:
        m_actions.toggleRobustY();
        return true;
    case Qt::Key_F:
        m_actions.foldLane(m_canvas.state().focusedLane);
        return true;
    case Qt::Key_R:
        m_actions.stepMeasure();
        return true;
    case Qt::Key_A:
        m_view.chooseSeries();
        return true;
    case Qt::Key_T:
        m_view.tabulateLane();
        return true;
    case Qt::Key_Space:
        m_space = true;
        return true;
    case Qt::Key_Escape:
        return escape();
    default:
        return false;
    }
}

void Navigation::addNoteEntries(QMenu& menu) {
    if (!m_view.notesEditable())
        return;
    menu.addAction(tr("Note here…\tN"), this, [this] { m_notes.addHere(); });
    menu.addAction(tr("Note on the visible range…\tShift+N"), this, [this] { m_notes.addOnView(); });
    if (const models::PlacedNote* note = m_notes.selected()) {
        const quint64 id = note->id;
        menu.addAction(tr("Edit the note…\tF2"), this, [this, id] { emit m_view.noteOpened(id); });
        menu.addAction(tr("Delete the note\tDel"), this, [this, id] { emit m_view.noteRemoved(id); });
    }
    menu.addSeparator();
}

/// While the menu is open another timeline may arrive: the lane is looked up again.
void Navigation::addLaneEntries(QMenu& menu, const LaneView& lane) {
    const int index = lane.index();
    const QString id = lane.lane().id, title = lane.lane().title;
    const LaneArrangement& arrangement = m_canvas.state().arrangement;
    menu.addSeparator();
    menu.addAction(lane.folded() ? tr("Unfold %1\tF").arg(title) : tr("Fold %1\tF").arg(title), this,
                   [this, index] { m_actions.foldLane(index); })
        ->setEnabled(lane.lane().state.isEmpty());
    menu.addAction(arrangement.maximized.isEmpty() ? tr("%1 alone\tShift+F").arg(title) : tr("All lanes\tShift+F"),
                   this, [this, index] { m_actions.toggleMaximized(index); });
    if (m_canvas.state().lanesHideable)
        menu.addAction(tr("Hide %1\tShift+H").arg(title), this, [this, id] { emit m_view.laneHidden(id); });
    menu.addAction(tr("Add series to %1…\tA").arg(title), this, [this, index] { emit m_view.seriesWanted(index); });
    QAction* logarithmic =
        menu.addAction(tr("Logarithmic scale\tL"), this, [this, index] { m_actions.toggleLogarithmic(index); });
    logarithmic->setCheckable(true);
    logarithmic->setChecked(arrangement.logarithmic.contains(id));
    logarithmic->setEnabled(canBeLogarithmic(lane.lane()));
    menu.addAction(tr("Reset the values' range"), this,
                   [this, index] {
                       if (const LaneView* now = m_canvas.laneByIndex(index))
                           m_actions.resetValues(*now);
                   })
        ->setEnabled(m_canvas.state().handRanges.contains(id));
    menu.addAction(tr("Usual order and heights of the lanes"), this, [this] { m_actions.resetArrangement(); })
        ->setEnabled(!arrangement.order.empty() || !arrangement.heights.empty());
    menu.addSeparator();
    menu.addAction(tr("%1 as a table…\tT").arg(title), this, [this, index] { emit m_view.laneTableWanted(index); });
    menu.addAction(tr("Copy the lane as a picture"), this, [this, index] {
        if (const LaneView* now = m_canvas.laneByIndex(index))
            m_actions.copyLane(*now);
    });
}

void Navigation::contextMenu(const QContextMenuEvent& event) {
    const QPoint position = event.pos();
    const LaneView* lane =
        event.reason() == QContextMenuEvent::Keyboard ? m_actions.focusedLane() : m_canvas.laneAt(position);
    const int finding = m_canvas.state().selectedFinding;
    if (event.reason() == QContextMenuEvent::Mouse && inStrip(position))
        if (const auto hit = m_canvas.strip().hit(position); hit.note != 0)
            emit m_view.noteChosen(hit.note);
    QMenu menu(&m_view);
    addNoteEntries(menu);
    menu.addAction(tr("Zoom in\t+"), this, [this] { m_actions.zoom(0.5); });
    menu.addAction(tr("Zoom out\t−"), this, [this] { m_actions.zoom(2); });
    menu.addAction(tr("Whole run\t0"), this, [this] { m_actions.wholeRun(); });
    menu.addAction(tr("Zoom to the selected finding\tEnter"), this,
                   [this, finding] { m_actions.zoomToFinding(finding); })
        ->setEnabled(finding >= 0);
    menu.addSeparator();
    menu.addAction(m_canvas.state().pinned ? tr("Free the crosshair") : tr("Pin the crosshair"), this,
                   [this] { m_actions.togglePin(); })
        ->setEnabled(m_canvas.state().crosshair.has_value());
    menu.addAction(tr("Measure from the crosshair\tR"), this, [this] { m_actions.stepMeasure(); })
        ->setEnabled(m_canvas.state().crosshair.has_value());
    menu.addAction(tr("Zoom to what is measured"), this, [this] { m_view.zoomToMeasured(); })
        ->setEnabled(measuredRange(m_canvas.state()).has_value());
    QAction* robust = menu.addAction(tr("Robust Y\tY"), this, [this] { m_actions.toggleRobustY(); });
    robust->setCheckable(true);
    robust->setChecked(m_view.options().robustY);
    if (lane)
        addLaneEntries(menu, *lane);
    menu.exec(event.globalPos());
}

} // namespace tachograph::widgets
