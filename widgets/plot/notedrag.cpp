#include "widgets/plot/notedrag.h"

#include "widgets/plot/plotcanvas.h"
#include "widgets/plot/plotview.h"
#include "widgets/plot/ticks.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tachograph::widgets {

namespace {
constexpr double dragStart = 4; // pixels the mouse may move within a click
} // namespace

NoteDrag::NoteDrag(PlotView& view, PlotCanvas& canvas) : m_view(view), m_canvas(canvas) {}

models::PlacedNote* NoteDrag::find(std::uint64_t note) const {
    auto& notes = m_canvas.state().notes;
    const auto found = std::ranges::find(notes, note, &models::PlacedNote::id);
    return note == 0 || found == notes.end() ? nullptr : &*found;
}

const models::PlacedNote* NoteDrag::selected() const {
    return find(m_canvas.state().selectedNote);
}

bool NoteDrag::pressed(QPointF position) {
    const auto hit = m_canvas.strip().hit(position);
    const models::PlacedNote* note = find(hit.note);
    if (!note)
        return false;
    m_note = note->id;
    m_grip = hit.grip;
    m_start = position;
    m_from = {note->first, note->last};
    m_movedFar = false;
    emit m_view.noteChosen(m_note);
    return true;
}

/// Where the note would lie: within the axis, its ends in order.
std::pair<double, double> NoteDrag::placeAt(QPointF position) const {
    const XScale scale = m_canvas.xScale();
    const auto timeline = m_view.timeline();
    const double by = scale.toValue(position.x()) - scale.toValue(m_start.x());
    auto [first, last] = m_from;
    if (m_grip == NoteGrip::left)
        return {std::clamp(first + by, timeline->xMin, last), last};
    if (m_grip == NoteGrip::right)
        return {first, std::clamp(last + by, first, timeline->xMax)};
    const double allowed = std::clamp(by, std::min(0.0, timeline->xMin - first), std::max(0.0, timeline->xMax - last));
    return {first + allowed, last + allowed};
}

void NoteDrag::show(std::pair<double, double> place) {
    if (models::PlacedNote* note = find(m_note)) {
        std::tie(note->first, note->last) = place;
        m_canvas.refresh();
    }
}

void NoteDrag::moved(QPointF position) {
    const models::PlacedNote* note = find(m_note);
    if (!note || note->wholeRun || !m_canvas.state().notesEditable)
        return;
    m_movedFar = m_movedFar || std::abs(position.x() - m_start.x()) >= dragStart;
    if (!m_movedFar)
        return;
    const auto place = placeAt(position);
    show(place);
    const XAxis axis = m_view.timeline()->options.axis;
    emit m_view.statusText(
        place.first == place.second
            ? tr("Note at %1").arg(positionText(place.first, axis))
            : tr("Note at %1 to %2").arg(positionText(place.first, axis), positionText(place.second, axis)));
}

void NoteDrag::released() {
    const models::PlacedNote* note = find(m_note);
    m_grip.reset();
    if (!m_movedFar || !note)
        return;
    emit m_view.statusText({});
    emit m_view.noteMoved(m_note, note->first, note->last);
}

bool NoteDrag::cancel() {
    if (!m_grip)
        return false;
    m_grip.reset();
    show(m_from);
    emit m_view.statusText({});
    return true;
}

void NoteDrag::step(bool next) {
    const auto& notes = m_canvas.state().notes;
    if (notes.empty())
        return;
    const auto at = std::ranges::find(notes, m_canvas.state().selectedNote, &models::PlacedNote::id);
    const auto count = static_cast<std::ptrdiff_t>(notes.size());
    const std::ptrdiff_t place =
        at == notes.end() ? (next ? 0 : count - 1) : (at - notes.begin() + (next ? 1 : count - 1)) % count;
    show(notes[static_cast<std::size_t>(place)].id);
}

bool NoteDrag::show(std::uint64_t id) {
    const auto& notes = m_canvas.state().notes;
    const auto found = std::ranges::find(notes, id, &models::PlacedNote::id);
    if (found == notes.end())
        return false;
    // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): whoever is told may replace the notes
    const models::PlacedNote note = *found;
    const auto [min, max] = m_view.viewRange();
    if (!note.wholeRun && (note.last < min || note.first > max)) {
        const double middle = (note.first + note.last) / 2, half = (max - min) / 2;
        m_view.setViewRange(middle - half, middle + half);
    }
    emit m_view.noteChosen(note.id);
    emit m_view.statusText(tr("Note: %1").arg(noteLine(note.text)));
    return true;
}

bool NoteDrag::nudge(int steps) {
    const models::PlacedNote* note = selected();
    if (!note || note->wholeRun || !m_canvas.state().notesEditable)
        return false;
    emit m_view.noteNudged(note->id, steps);
    return true;
}

void NoteDrag::addHere() {
    const auto [min, max] = m_view.viewRange();
    const double x = m_canvas.state().crosshair.value_or((min + max) / 2);
    emit m_view.noteWanted(x, x);
}

void NoteDrag::addOnView() {
    const auto [min, max] = m_view.viewRange();
    emit m_view.noteWanted(min, max);
}

} // namespace tachograph::widgets
