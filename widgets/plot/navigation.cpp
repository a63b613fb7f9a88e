#include "widgets/plot/navigation.h"

#include "widgets/plot/plotcanvas.h"
#include "widgets/plot/plotview.h"
#include "widgets/plot/ticks.h"

#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

namespace {
constexpr double dragStart = 4;       // pixels the mouse may move within a click
constexpr double zoomPerNotch = 0.82; // of the range stays in view at one notch of the wheel
constexpr int longestList = 12;       // events named in the tip of a cluster
} // namespace

Navigation::Navigation(PlotView& view, PlotCanvas& canvas)
    : m_view(view), m_canvas(canvas), m_actions(view, canvas), m_notes(view, canvas), m_laneDrag(view, canvas) {
    canvas.installEventFilter(this);
}

bool Navigation::eventFilter(QObject* watched, QEvent* event) {
    if (watched != &m_canvas)
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        pressed(static_cast<const QMouseEvent&>(*event));
        return true;
    case QEvent::MouseMove:
        moved(static_cast<const QMouseEvent&>(*event));
        return true;
    case QEvent::MouseButtonRelease:
        released(static_cast<const QMouseEvent&>(*event));
        return true;
    case QEvent::MouseButtonDblClick:
        doubleClicked(static_cast<const QMouseEvent&>(*event));
        return true;
    case QEvent::Wheel:
        wheel(static_cast<const QWheelEvent&>(*event));
        event->accept();
        return true;
    case QEvent::NativeGesture:
        gesture(static_cast<const QNativeGestureEvent&>(*event));
        return true;
    case QEvent::ContextMenu:
        contextMenu(static_cast<const QContextMenuEvent&>(*event));
        return true;
    case QEvent::Leave:
        if (!m_canvas.state().pinned && m_drag == Drag::none)
            m_view.setCrosshair(std::nullopt);
        return false;
    case QEvent::FocusIn:
    case QEvent::FocusOut: {
        const auto reason = static_cast<const QFocusEvent*>(event)->reason();
        m_canvas.state().showFocus = event->type() == QEvent::FocusIn && reason != Qt::MouseFocusReason;
        if (m_canvas.state().focusedLane < 0 && !m_canvas.lanes().empty())
            m_canvas.state().focusedLane = m_canvas.lanes().front()->index();
        m_space = false;
        m_notes.cancel();
        m_canvas.refreshOverlay();
        return false;
    }
    case QEvent::KeyPress:
        return key(static_cast<const QKeyEvent&>(*event));
    case QEvent::KeyRelease:
        if (static_cast<const QKeyEvent*>(event)->key() == Qt::Key_Space)
            m_space = false;
        return false;
    default:
        return false;
    }
}

bool Navigation::inStrip(QPointF position) const {
    return m_canvas.strip().axisRect()->outerRect().contains(position.toPoint());
}

bool Navigation::inOverview(QPointF position) const {
    return m_canvas.overview() && m_canvas.overview()->axisRect()->outerRect().contains(position.toPoint());
}

bool Navigation::onValueAxis(QPointF position) const {
    const LaneView* lane = m_canvas.laneAt(position.toPoint());
    return lane && !lane->folded() && position.x() < lane->rect().left() && position.y() >= lane->rect().top();
}

void Navigation::pressed(const QMouseEvent& event) {
    m_start = event.position();
    m_startRange = m_view.viewRange();
    m_drag = Drag::none;
    m_unfolded = false;
    if (event.button() == Qt::MiddleButton || (event.button() == Qt::LeftButton && m_space)) {
        m_drag = Drag::pan;
        m_canvas.setCursor(Qt::ClosedHandCursor);
    } else if (event.button() == Qt::LeftButton && inStrip(m_start) && m_notes.pressed(m_start)) {
        return;
    } else if (event.button() == Qt::LeftButton && inOverview(m_start)) {
        switch (m_canvas.overview()->gripAt(m_start.x())) {
        case Overview::Grip::left:
            m_drag = Drag::brushLeft;
            break;
        case Overview::Grip::right:
            m_drag = Drag::brushRight;
            break;
        case Overview::Grip::inside:
            m_drag = Drag::brush;
            break;
        case Overview::Grip::outside: { // a new view of the same width around the place
            m_drag = Drag::brush;
            const double x = m_canvas.overview()->xScale().toValue(m_start.x());
            const double half = (m_startRange.second - m_startRange.first) / 2;
            m_view.setViewRange(x - half, x + half);
            m_startRange = m_view.viewRange();
            break;
        }
        }
    } else if (event.button() == Qt::LeftButton) {
        m_drag = Drag::pressed;
        m_measures = event.modifiers().testFlag(Qt::AltModifier);
        if (!m_measures)
            m_laneDrag.pressed(m_start);
        m_wantsNote = event.modifiers().testFlag(Qt::ControlModifier) && m_view.notesEditable();
        if (const LaneView* lane = m_canvas.laneAt(m_start.toPoint()))
            m_canvas.state().focusedLane = lane->index();
    }
}

void Navigation::moved(const QMouseEvent& event) {
    if (m_notes.active())
        m_notes.moved(event.position());
    else if (m_drag == Drag::none)
        hover(event.position());
    else
        dragTo(event.position());
}

void Navigation::dragTo(QPointF position) {
    const double dx = position.x() - m_start.x();
    const auto [min, max] = m_startRange;
    if ((m_drag == Drag::pressed || m_drag == Drag::lane) && m_laneDrag.moved(position))
        m_drag = Drag::lane;
    if (m_drag == Drag::pressed && std::abs(dx) >= dragStart && !onValueAxis(m_start))
        m_drag = m_measures ? Drag::measure : m_wantsNote ? Drag::noteRange : Drag::range;
    switch (m_drag) {
    case Drag::range:
    case Drag::noteRange: {
        const XScale scale = m_canvas.xScale();
        const double a = scale.toValue(std::clamp(m_start.x(), scale.left, scale.right));
        const double b = scale.toValue(std::clamp(position.x(), scale.left, scale.right));
        m_canvas.state().draggedRange = std::minmax(a, b);
        m_canvas.refreshOverlay();
        const XAxis axis = m_view.timeline()->options.axis;
        emit m_view.statusText((m_drag == Drag::range ? tr("Zoom to %1 to %2") : tr("Note on %1 to %2"))
                                   .arg(positionText(std::min(a, b), axis), positionText(std::max(a, b), axis)));
        break;
    }
    case Drag::measure: {
        const XScale scale = m_canvas.xScale();
        m_actions.measure(scale.toValue(std::clamp(m_start.x(), scale.left, scale.right)),
                          scale.toValue(std::clamp(position.x(), scale.left, scale.right)),
                          m_canvas.laneAt(m_start.toPoint()));
        break;
    }
    case Drag::pan: {
        const XScale scale = m_canvas.xScale();
        const auto timeline = m_view.timeline();
        const double by =
            std::clamp(-dx * (max - min) / (scale.right - scale.left), timeline->xMin - min, timeline->xMax - max);
        m_view.setViewRange(min + by, max + by);
        break;
    }
    case Drag::brush:
    case Drag::brushLeft:
    case Drag::brushRight: {
        const XScale whole = m_canvas.overview()->xScale();
        const double by = dx * (whole.max - whole.min) / (whole.right - whole.left);
        if (m_drag == Drag::brush) {
            const double allowed = std::clamp(by, whole.min - min, whole.max - max);
            m_view.setViewRange(min + allowed, max + allowed);
        } else if (m_drag == Drag::brushLeft) {
            m_view.setViewRange(std::clamp(min + by, whole.min, max), max);
        } else {
            m_view.setViewRange(min, std::clamp(max + by, min, whole.max));
        }
        break;
    }
    case Drag::lane:
    case Drag::pressed:
    case Drag::none:
        break;
    }
}

void Navigation::released(const QMouseEvent& event) {
    if (m_notes.active()) {
        m_notes.released();
        return;
    }
    const Drag drag = std::exchange(m_drag, Drag::none);
    m_canvas.unsetCursor();
    if (m_laneDrag.released())
        return;
    if (drag == Drag::range || drag == Drag::noteRange) {
        const auto range = std::exchange(m_canvas.state().draggedRange, std::nullopt);
        m_canvas.refreshOverlay();
        emit m_view.statusText({});
        if (range && drag == Drag::noteRange)
            emit m_view.noteWanted(range->first, range->second);
        else if (range)
            m_actions.zoomToRange(range->first, range->second);
    } else if (drag == Drag::pressed && inStrip(event.position())) {
        clickedStrip(event.position());
    } else if (drag == Drag::pressed) {
        const LaneView* lane = m_canvas.laneAt(event.position().toPoint());
        const XScale scale = m_canvas.xScale();
        if (lane && lane->folded()) {
            m_unfolded = true;
            m_actions.foldLane(lane->index());
        } else if (lane && event.position().x() >= scale.left && event.position().x() <= scale.right &&
                   event.position().y() >= lane->rect().top()) {
            if (m_canvas.state().pinned)
                m_actions.moveCrosshair(scale.toValue(event.position().x()), lane);
            m_actions.togglePin();
        }
    }
}

void Navigation::clickedStrip(QPointF position) {
    const auto hit = m_canvas.strip().hit(position);
    if (hit.finding >= 0) {
        emit m_view.findingActivated(hit.finding);
    } else if (hit.events.size() > 1) {
        const auto& events = m_view.timeline()->events;
        const double first = events[hit.events.front()].x, last = events[hit.events.back()].x;
        const double around =
            std::max(0.2 * (last - first), 1e-3 * (m_view.timeline()->xMax - m_view.timeline()->xMin));
        m_actions.zoomToRange(first - around, last + around);
    } else if (hit.events.size() == 1) {
        m_view.setCrosshair(m_view.timeline()->events[hit.events.front()].x);
    }
}

void Navigation::doubleClicked(const QMouseEvent& event) {
    const QPointF position = event.position();
    const LaneView* lane = m_canvas.laneAt(position.toPoint());
    if (event.button() != Qt::LeftButton || m_unfolded)
        return;
    if (inStrip(position)) {
        const auto hit = m_canvas.strip().hit(position);
        if (hit.note != 0)
            emit m_view.noteOpened(hit.note);
        else if (hit.finding >= 0)
            m_actions.zoomToFinding(hit.finding);
        else
            m_actions.wholeRun();
    } else if (onValueAxis(position)) {
        m_actions.resetValues(*lane);
    } else if (lane && position.y() < lane->header()->rect().bottom()) {
        m_actions.foldLane(lane->index());
    } else {
        if (lane)
            m_actions.togglePin(); // takes back what the first of the two clicks did
        m_actions.wholeRun();
    }
}

/// What lies under the mouse in words: events of a glyph, a finding's first sentence.
QString Navigation::describe(QPointF position) const {
    const auto timeline = m_view.timeline();
    const auto hit = m_canvas.strip().hit(position);
    if (hit.finding >= 0) {
        const Finding& finding = timeline->findings[static_cast<std::size_t>(hit.finding)].finding;
        return QString::fromStdString(finding.code + ": " + finding.summary);
    }
    for (const models::PlacedNote& note : m_canvas.state().notes)
        if (note.id == hit.note && hit.note != 0)
            return tr("Note: %1").arg(note.text);
    QStringList lines;
    for (const std::size_t index : hit.events) {
        const models::TimelineEvent& event = timeline->events[index];
        const QString text =
            event.label.isEmpty()
                ? QString::fromStdString(event.event.text.empty() ? eventKindName(event.event.kind) : event.event.text)
                : event.label;
        lines.append(positionText(event.x, timeline->options.axis) + QStringLiteral(": ") + text);
        if (lines.size() == longestList && hit.events.size() > longestList) {
            lines.append(tr("and %1 more").arg(hit.events.size() - longestList));
            break;
        }
    }
    return lines.join(u'\n');
}

void Navigation::hover(QPointF position) {
    const XScale scale = m_canvas.xScale();
    if (inStrip(position)) {
        const QString text = describe(position);
        // Escaped: what recordings say must not be read as markup.
        const QString tip =
            QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")));
        QToolTip::showText(m_canvas.mapToGlobal(position.toPoint()), text.isEmpty() ? QString() : tip, &m_canvas);
        emit m_view.statusText(QString(text).replace(u'\n', QStringLiteral("; ")));
    }
    if (inOverview(position)) {
        const auto grip = m_canvas.overview()->gripAt(position.x());
        const bool edge = grip == Overview::Grip::left || grip == Overview::Grip::right;
        m_canvas.setCursor(edge                             ? Qt::SizeHorCursor
                           : grip == Overview::Grip::inside ? Qt::OpenHandCursor
                                                            : Qt::ArrowCursor);
        return;
    }
    if (m_laneDrag.onBorder(position)) {
        m_canvas.setCursor(Qt::SplitVCursor);
        return;
    }
    m_canvas.setCursor(onValueAxis(position) ? Qt::SizeVerCursor : Qt::ArrowCursor);
    if (m_canvas.state().pinned)
        return;
    if (position.x() >= scale.left && position.x() <= scale.right)
        m_actions.moveCrosshair(scale.toValue(position.x()), m_canvas.laneAt(position.toPoint()));
}

void Navigation::wheel(const QWheelEvent& event) {
    const QPoint angle = event.angleDelta();
    const QPointF position = event.position();
    const XScale scale = m_canvas.xScale();
    const bool sideways = std::abs(angle.x()) > std::abs(angle.y());
    const double notches = (sideways ? angle.x() : angle.y()) / 120.0;
    if (sideways || event.modifiers().testFlag(Qt::ShiftModifier)) {
        m_actions.pan(-0.12 * notches);
        return;
    }
    const double factor = std::pow(zoomPerNotch, notches);
    if (onValueAxis(position)) {
        m_actions.zoomValues(*m_canvas.laneAt(position.toPoint()), factor, position.y());
        return;
    }
    const double pixel = std::clamp(position.x(), scale.left, scale.right);
    m_actions.zoom(factor, inOverview(position) ? std::optional<double>() : scale.toValue(pixel));
}

void Navigation::gesture(const QNativeGestureEvent& event) {
    if (event.gestureType() != Qt::ZoomNativeGesture)
        return;
    const XScale scale = m_canvas.xScale();
    const double pixel = std::clamp(event.position().x(), scale.left, scale.right);
    m_actions.zoom(1 / std::clamp(1 + event.value(), 0.2, 5.0), scale.toValue(pixel));
}

} // namespace tachograph::widgets
