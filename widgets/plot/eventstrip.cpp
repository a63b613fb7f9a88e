#include "widgets/plot/eventstrip.h"

#include "widgets/plot/drawing.h"
#include "widgets/plot/glyphs.h"
#include "widgets/plot/readouts.h"

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

using models::TimelineEvent;

namespace {
constexpr int mostEventRows = 4;
constexpr double labelOffset = 9;
constexpr double thinCheckpoints = 6; // pixels between neighbours under which diamonds become ticks
} // namespace

EventStrip::EventStrip(QCustomPlot* plot, const PlotState& state, const PlotSizes& sizes, QCPMarginGroup* margins)
    : m_state(state), m_sizes(sizes), m_axisRect(new QCPAxisRect(plot, false)) {
    m_axisRect->setAutoMargins(QCP::msLeft | QCP::msRight);
    m_axisRect->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
    m_axisRect->setMinimumMargins(QMargins(sizes.leftMargin, 0, sizes.rightMargin, 0));
    m_axisRect->setMargins(QMargins(sizes.leftMargin, 0, sizes.rightMargin, 0));
    new Drawing(plot, QStringLiteral("tint"), [this](QPainter& painter) {
        const QRect row = m_axisRect->outerRect();
        fillPixels(painter, row, m_state.theme.bar);
        fillPixels(painter, QRectF(row.left(), row.bottom(), row.width(), 1), m_state.theme.hair);
    });
    new Drawing(
        plot, QStringLiteral("events"), [this](QPainter& painter) { paint(painter); },
        [this] { return m_axisRect->outerRect(); });
}

XScale EventStrip::xScale() const {
    const QRect area = m_axisRect->rect();
    return {static_cast<double>(area.left()), area.left() + static_cast<double>(area.width()), m_state.xMin,
            m_state.xMax};
}

/// A row for each run when few are compared, one for all otherwise (run -1).
std::vector<int> EventStrip::eventRowRuns() const {
    const auto count = static_cast<int>(m_state.timeline->runs.size());
    if (count <= 1 || count > mostEventRows)
        return {-1};
    std::vector<int> runs;
    for (int run = 0; run < count; ++run)
        runs.push_back(run);
    return runs;
}

bool EventStrip::hasCheckpoints() const {
    return std::ranges::any_of(m_state.timeline->events,
                               [](const TimelineEvent& event) { return event.event.kind == EventKind::checkpoint; });
}

void EventStrip::reserveHeight(double width) {
    const XScale whole{0, std::max(width, 50.0), m_state.timeline->xMin, m_state.timeline->xMax};
    m_findingRows = layOutFindings(m_state, whole, m_sizes).rows;
    m_noteRows = layOutNotes(m_state, whole, m_sizes).rows;
    const int rows = static_cast<int>(eventRowRuns().size()) + (hasCheckpoints() ? 1 : 0);
    const int height = 2 * m_sizes.stripPadding + rows * m_sizes.eventRow + m_findingRows * m_sizes.findingRow +
                       (m_findingRows > 0 ? 2 : 0) + m_noteRows * m_sizes.findingRow + (m_noteRows > 0 ? 2 : 0);
    m_axisRect->setMinimumSize(10, height);
    m_axisRect->setMaximumSize(QWIDGETSIZE_MAX, height);
}

double EventStrip::rowCentre(int row) const {
    return m_axisRect->rect().top() + m_sizes.stripPadding + (row + 0.5) * m_sizes.eventRow;
}

double EventStrip::findingTop(int row) const {
    const int rows = static_cast<int>(eventRowRuns().size()) + (hasCheckpoints() ? 1 : 0);
    return m_axisRect->rect().top() + m_sizes.stripPadding + rows * m_sizes.eventRow + 2 + row * m_sizes.findingRow;
}

double EventStrip::noteTop(int row) const {
    return findingTop(m_findingRows) + (m_findingRows > 0 ? 2 : 0) + row * m_sizes.findingRow;
}

void EventStrip::updateContent() {
    m_marks.clear();
    const auto runs = eventRowRuns();
    for (std::size_t row = 0; row < runs.size(); ++row)
        layOutEvents(static_cast<int>(row), runs[row]);
    if (hasCheckpoints())
        layOutCheckpoints(static_cast<int>(runs.size()));
    m_findings = layOutFindings(m_state, xScale(), m_sizes);
    m_notes = layOutNotes(m_state, xScale(), m_sizes);
}

void EventStrip::layOutEvents(int row, int run) {
    const XScale scale = xScale();
    std::vector<PlacedEvent> placed;
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < m_state.timeline->events.size(); ++i) {
        const TimelineEvent& event = m_state.timeline->events[i];
        if (event.event.kind == EventKind::checkpoint || (run >= 0 && event.run != run) || !scale.contains(event.x))
            continue;
        placed.push_back({scale.toPixel(event.x), event.event.kind});
        indices.push_back(i);
    }
    std::vector<Mark> marks;
    for (const EventCluster& cluster : clusterEvents(placed)) {
        Mark mark;
        for (const std::size_t i : cluster.events)
            mark.events.push_back(indices[i]);
        mark.centre = QPointF(std::clamp(cluster.x, scale.left + 5, scale.right - 5), rowCentre(row));
        if (mark.events.size() == 1)
            mark.label = m_state.timeline->events[mark.events.front()].label;
        marks.push_back(std::move(mark));
    }
    placeLabels(marks);
    m_marks.insert(m_marks.end(), marks.begin(), marks.end());
}

/// Labels in order of importance: right of the glyph, left of it, shortened, or not at all (hovering tells).
void EventStrip::placeLabels(std::vector<Mark>& marks) const {
    const XScale scale = xScale();
    std::vector<std::pair<double, double>> taken;
    for (const Mark& mark : marks) {
        const double half = mark.events.size() > 1 ? clusterWidth(static_cast<int>(mark.events.size())) / 2 : 6;
        taken.emplace_back(mark.centre.x() - half, mark.centre.x() + half);
    }
    std::vector<Mark*> order;
    for (Mark& mark : marks)
        order.push_back(&mark);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](const Mark* mark) {
        return eventRank(m_state.timeline->events[mark->events.front()].event.kind);
    });
    for (Mark* mark : order) {
        if (mark->label.isEmpty())
            continue;
        double roomLeft = scale.left, roomRight = scale.right;
        for (const auto& [left, right] : taken) {
            if (left > mark->centre.x())
                roomRight = std::min(roomRight, left - 4);
            else if (right < mark->centre.x())
                roomLeft = std::max(roomLeft, right + 4);
        }
        const double width = textWidth(mark->label, m_sizes.strip);
        const double right = roomRight - (mark->centre.x() + labelOffset),
                     left = mark->centre.x() - labelOffset - roomLeft;
        if (width > right && width > left)
            mark->label = shortened(mark->label, m_sizes.strip, std::max(left, right));
        const double used = textWidth(mark->label, m_sizes.strip);
        mark->labelLeft = used <= right ? mark->centre.x() + labelOffset : mark->centre.x() - labelOffset - used;
        if (!mark->label.isEmpty())
            taken.emplace_back(mark->labelLeft, mark->labelLeft + used);
    }
}

void EventStrip::layOutCheckpoints(int row) {
    const XScale scale = xScale();
    std::vector<Mark> marks;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_state.timeline->events.size(); ++i) {
        const TimelineEvent& event = m_state.timeline->events[i];
        if (event.event.kind != EventKind::checkpoint || !scale.contains(event.x))
            continue;
        Mark mark;
        mark.events = {i};
        mark.centre = QPointF(scale.toPixel(event.x), rowCentre(row));
        if (!marks.empty())
            least = std::min(least, mark.centre.x() - marks.back().centre.x());
        marks.push_back(std::move(mark));
    }
    for (Mark& mark : marks)
        mark.tick = least < thinCheckpoints;
    m_marks.insert(m_marks.end(), marks.begin(), marks.end());
}

QColor EventStrip::eventColor(const Mark& mark) const {
    const Theme& theme = m_state.theme;
    const bool crash = std::ranges::any_of(mark.events, [&](std::size_t i) {
        return eventRank(m_state.timeline->events[i].event.kind) == eventRank(EventKind::oom);
    });
    if (crash)
        return theme.critical.line;
    const int run = m_state.timeline->events[mark.events.front()].run;
    if (m_state.timeline->runs.size() > 1 && static_cast<std::size_t>(run) < m_state.timeline->runs.size())
        return theme.run(m_state.timeline->runs[static_cast<std::size_t>(run)].slot);
    return theme.crosshair;
}

void EventStrip::paintRowTitles(QPainter& painter) const {
    const double right = m_axisRect->rect().left() - 8;
    const auto title = [&](double centre, const QString& text) {
        drawTextBefore(painter, right, centre, text, m_sizes.tick, m_state.theme.muted);
    };
    const auto runs = eventRowRuns();
    for (std::size_t row = 0; row < runs.size(); ++row)
        title(rowCentre(static_cast<int>(row)),
              runs[row] < 0 ? tr("Events") : tr("Events %1").arg(runLetter(m_state, runs[row])));
    if (hasCheckpoints())
        title(rowCentre(static_cast<int>(runs.size())), tr("Checkpoints"));
    if (m_findingRows > 0)
        title(findingTop(0) + m_sizes.findingRow / 2.0,
              m_findings.hidden > 0 ? tr("Findings, +%1").arg(m_findings.hidden) : tr("Findings"));
    if (m_noteRows > 0)
        title(noteTop(0) + m_sizes.findingRow / 2.0,
              m_notes.hidden > 0 ? tr("Notes, +%1").arg(m_notes.hidden) : tr("Notes"));
}

void EventStrip::paint(QPainter& painter) const {
    paintRowTitles(painter);
    const auto runs = eventRowRuns();
    const int rows = static_cast<int>(runs.size()) + (hasCheckpoints() ? 1 : 0);
    for (int row = 0; row < rows; ++row)
        fillPixels(painter,
                   QRectF(m_axisRect->rect().left(), std::floor(rowCentre(row)), m_axisRect->rect().width(), 1),
                   m_state.theme.hair);
    for (const Mark& mark : m_marks) {
        const TimelineEvent& event = m_state.timeline->events[mark.events.front()];
        const QColor color = eventColor(mark);
        if (!mark.label.isEmpty()) {
            const double width = textWidth(mark.label, m_sizes.strip);
            fillPixels(painter, QRectF(mark.labelLeft - 2, mark.centre.y() - 8, width + 4, 16), m_state.theme.bar);
            drawText(painter, mark.labelLeft, mark.centre.y(), mark.label, m_sizes.strip, m_state.theme.text);
        }
        if (mark.tick)
            drawVertical(painter, mark.centre.x(), mark.centre.y() - 3, mark.centre.y() + 4, QPen(color, 1));
        else if (mark.events.size() > 1)
            drawCluster(painter, mark.centre, static_cast<int>(mark.events.size()), color, m_state.theme);
        else
            drawEventGlyph(painter, mark.centre, event.event.kind, event.slowStep, color, m_state.theme);
    }
    paintFindings(painter);
    for (const NoteBar& bar : m_notes.bars)
        if (bar.row < m_noteRows)
            paintNoteBar(painter, m_state, bar, noteTop(bar.row), m_sizes);
}

void EventStrip::paintFindings(QPainter& painter) const {
    for (const FindingBar& bar : m_findings.bars)
        if (bar.row < m_findingRows)
            paintBar(painter, bar);
}

void EventStrip::paintBar(QPainter& painter, const FindingBar& bar) const {
    const auto& finding = m_state.timeline->findings[static_cast<std::size_t>(bar.finding)].finding;
    const Theme& theme = m_state.theme;
    const bool dismissed = m_state.dismissed.contains(bar.finding);
    const Theme::Signal quiet{theme.muted, theme.hover, theme.muted};
    const Theme::Signal& signal = dismissed ? quiet : theme.signal(finding.severity);
    const QRectF rect(bar.left, findingTop(bar.row) + 1, bar.right - bar.left, m_sizes.findingRow - 2);
    const bool span = bar.places.empty();
    fillPixels(painter, rect, span && rect.width() >= 6 ? signal.fill : Theme::mixed(signal.fill, theme.bar, 0.5));
    if (span)
        fillPixels(painter,
                   QRectF(rect.left(), rect.top(),
                          std::min(rect.width(), bar.before          ? 0.0
                                                 : rect.width() < 24 ? 24.0
                                                                     : 2.0),
                          rect.height()),
                   signal.line);
    for (const double place : bar.places)
        fillPixels(painter, QRectF(std::round(place) - 1, rect.top() + 1, 3, rect.height() - 2), signal.line);
    const double centre = rect.center().y();
    const double codeWidth = textWidth(bar.code, m_sizes.stripBold);
    if (!span && bar.labelInside)
        fillPixels(painter, QRectF(bar.labelLeft - 4, rect.top(), codeWidth + 8, rect.height()), signal.fill);
    if (bar.before)
        drawText(painter, rect.left() + 3, centre, QStringLiteral("‹"), m_sizes.stripBold, signal.text);
    drawText(painter, bar.labelLeft, centre, bar.code, m_sizes.stripBold, signal.text);
    if (dismissed) // struck out: colour never speaks alone
        fillPixels(painter, QRectF(bar.labelLeft, std::floor(centre), codeWidth, 1), signal.text);
    if (!bar.extra.isEmpty())
        drawText(painter, bar.labelLeft + codeWidth + 6, centre, bar.extra, m_sizes.legend, theme.text2);
    if (bar.finding == m_state.selectedFinding) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        for (const int grow : {0, 1})
            painter.drawRect(
                QRectF(std::round(rect.left()), rect.top(), std::round(rect.width()) - 1, rect.height() - 1)
                    .adjusted(-grow, -grow, grow, grow));
        painter.setRenderHint(QPainter::Antialiasing, true);
    }
}

int EventStrip::runAt(QPointF position) const {
    const auto runs = eventRowRuns();
    for (std::size_t row = 0; row < runs.size(); ++row)
        if (std::abs(position.y() - rowCentre(static_cast<int>(row))) <= m_sizes.eventRow / 2.0)
            return runs[row];
    return -1;
}

EventStrip::Hit EventStrip::hit(QPointF position) const {
    Hit answer;
    constexpr double halo = 11;
    double best = halo;
    for (const Mark& mark : m_marks) {
        const double distance = std::hypot(mark.centre.x() - position.x(), mark.centre.y() - position.y());
        const double labelEnd = mark.labelLeft + (mark.label.isEmpty() ? 0 : textWidth(mark.label, m_sizes.strip));
        const bool onLabel = !mark.label.isEmpty() && position.x() >= mark.labelLeft && position.x() <= labelEnd &&
                             std::abs(position.y() - mark.centre.y()) < 9;
        if (distance < best || onLabel) {
            best = onLabel ? 0 : distance;
            answer.events = mark.events;
        }
    }
    for (const FindingBar& bar : m_findings.bars) {
        const double top = findingTop(bar.row);
        const double left = std::min(bar.left, bar.labelLeft) - 4;
        const double right = std::max(bar.right, bar.labelLeft + textWidth(bar.code, m_sizes.stripBold)) + 4;
        if (position.y() >= top && position.y() < top + m_sizes.findingRow && position.x() >= left &&
            position.x() <= right)
            answer.finding = bar.finding;
    }
    hitNotes(position, answer);
    return answer;
}

void EventStrip::hitNotes(QPointF position, Hit& answer) const {
    constexpr double edge = 5; // pixels at both sides of an end that take hold of it
    for (const NoteBar& bar : m_notes.bars) {
        const double top = noteTop(bar.row), labelEnd = bar.labelLeft + textWidth(bar.label, m_sizes.strip);
        if (bar.row >= m_noteRows || position.y() < top || position.y() >= top + m_sizes.findingRow ||
            position.x() < std::min(bar.left, bar.labelLeft) - edge ||
            position.x() > std::max(bar.right, labelEnd) + edge)
            continue;
        const models::PlacedNote& note = m_state.notes[bar.note];
        answer.note = note.id;
        const double fromLeft = std::abs(position.x() - bar.left), fromRight = std::abs(position.x() - bar.right);
        answer.grip = bar.point || note.wholeRun || std::min(fromLeft, fromRight) > edge ? NoteGrip::whole
                      : fromLeft < fromRight                                             ? NoteGrip::left
                                                                                         : NoteGrip::right;
    }
}

} // namespace tachograph::widgets
