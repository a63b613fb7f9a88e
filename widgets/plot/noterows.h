#pragma once

#include "widgets/plot/plotstate.h"
#include "widgets/plot/plotstyle.h"

#include <cstddef>
#include <vector>

namespace tachograph::widgets {

/// What of a note the mouse takes hold of.
enum class NoteGrip { whole, left, right };

/// One note in the strip, in pixels along x: a flag for a point, a bar for a span.
struct NoteBar {
    std::size_t note = 0; ///< index into state.notes
    bool point = false;
    double left = 0, right = 0; ///< cut to the view; a point has its pole at the left
    QString label;              ///< what fits of the first line
    double labelLeft = 0;
    int row = 0;
};

struct NoteRows {
    std::vector<NoteBar> bars; ///< those that have a row
    int rows = 0;
    int hidden = 0; ///< in view, but without a row
};

/// The notes in view in at most two rows, the selected one first, then from the left.
NoteRows layOutNotes(const PlotState& state, const XScale& scale, const PlotSizes& sizes);

void paintNoteBar(QPainter& painter, const PlotState& state, const NoteBar& bar, double top, const PlotSizes& sizes);

/// The first line of a note, at most so many characters.
QString noteLine(const QString& text, int most = 46);

} // namespace tachograph::widgets
