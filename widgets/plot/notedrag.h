#pragma once

#include "widgets/plot/noterows.h"

#include <QObject>
#include <QPointF>

#include <optional>
#include <utility>

namespace tachograph::widgets {

class PlotCanvas;
class PlotView;

/// Notes under the mouse and the keys: choosing one, moving it or an end of it, going through them. What comes of it is
/// told by the signals of the view; while the mouse moves a note the view shows it where it would come to lie.
class NoteDrag : public QObject {
    Q_OBJECT
  public:
    NoteDrag(PlotView& view, PlotCanvas& canvas);

    /// True when the button went down on a note: the following moves and the release belong to it.
    bool pressed(QPointF position);
    void moved(QPointF position);
    void released();
    /// Puts the note back; true when one was being moved.
    bool cancel();
    [[nodiscard]] bool active() const { return m_grip.has_value(); }

    /// Selects the note behind or before the selected one, and brings it into view.
    void step(bool next);
    /// Selects the note and brings it into view. False when it has no place here.
    bool show(std::uint64_t note);
    /// Moves the selected note by so many steps; false when none is selected.
    bool nudge(int steps);
    /// A note at the crosshair, or in the middle of the view.
    void addHere();
    void addOnView();

    [[nodiscard]] const models::PlacedNote* selected() const;

  private:
    [[nodiscard]] models::PlacedNote* find(std::uint64_t note) const;
    [[nodiscard]] std::pair<double, double> placeAt(QPointF position) const;
    void show(std::pair<double, double> place);

    PlotView& m_view;
    PlotCanvas& m_canvas;
    std::optional<NoteGrip> m_grip;
    std::uint64_t m_note = 0;
    QPointF m_start;
    std::pair<double, double> m_from; ///< where the note lay
    bool m_movedFar = false;          ///< no mere click
};

} // namespace tachograph::widgets
