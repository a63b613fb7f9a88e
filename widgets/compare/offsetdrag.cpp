#include "widgets/compare/offsetdrag.h"

#include "models/convert.h"
#include "widgets/plot/plotview.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

namespace {
constexpr int movedRun = 1; // B
} // namespace

OffsetDrag::OffsetDrag(PlotView& plot, QObject* parent) : QObject(parent), m_plot(plot), m_canvas(plot.focusProxy()) {
    m_canvas->installEventFilter(this);
}

QPointF OffsetDrag::inPlot(const QMouseEvent& event) const {
    return m_plot.focusProxy()->mapTo(&m_plot, event.position());
}

bool OffsetDrag::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_canvas)
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return pressed(static_cast<const QMouseEvent&>(*event));
    case QEvent::MouseMove:
        if (m_dragging)
            dragTo(inPlot(static_cast<const QMouseEvent&>(*event)));
        return m_dragging;
    case QEvent::MouseButtonRelease:
        if (!m_dragging)
            return false;
        if (static_cast<const QMouseEvent*>(event)->button() == Qt::LeftButton) {
            end();
            emit dropped();
        }
        return true;
    case QEvent::ShortcutOverride: // so that Esc means the drag and nothing else in the window
        if (!m_dragging || static_cast<const QKeyEvent*>(event)->key() != Qt::Key_Escape)
            return false;
        event->accept();
        return true;
    case QEvent::KeyPress:
        if (!m_dragging || static_cast<const QKeyEvent*>(event)->key() != Qt::Key_Escape)
            return m_dragging;
        cancel();
        return true;
    case QEvent::Hide:
        cancel();
        return false;
    default:
        return false;
    }
}

bool OffsetDrag::pressed(const QMouseEvent& event) {
    if (m_dragging) // another button
        return true;
    const QPointF position = inPlot(event);
    const bool wanted = event.modifiers().testFlag(Qt::ShiftModifier) || m_plot.eventRowAt(position) == movedRun;
    if (event.button() != Qt::LeftButton || !wanted || m_plot.timeline()->runs.size() < 2)
        return false;
    m_dragging = true;
    m_startOffset = m_offset;
    m_startPixel = position.x();
    m_perPixel = m_plot.xAt({1, 0}) - m_plot.xAt({0, 0});
    m_plot.focusProxy()->setCursor(Qt::SizeHorCursor);
    return true;
}

void OffsetDrag::dragTo(QPointF position) {
    const double wanted = m_startOffset + (position.x() - m_startPixel) * m_perPixel;
    const double reach = snapDistance * std::abs(m_perPixel);
    double offset = std::round(wanted);
    QString snap;
    double nearest = reach;
    for (const SnapOffset& candidate : m_snaps)
        if (const double distance = std::abs(candidate.offset - wanted); distance <= nearest) {
            nearest = distance;
            offset = candidate.offset;
            snap = models::toQt(candidate.text);
        }
    if (!std::isfinite(offset) || offset == m_offset)
        return;
    m_offset = offset;
    emit moved(offset, snap);
}

void OffsetDrag::end() {
    m_dragging = false;
    m_plot.focusProxy()->unsetCursor();
}

void OffsetDrag::cancel() {
    if (!m_dragging)
        return;
    end();
    m_offset = m_startOffset;
    emit canceled(m_startOffset);
}

} // namespace tachograph::widgets
