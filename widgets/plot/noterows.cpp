#include "widgets/plot/noterows.h"

#include "widgets/plot/findingrows.h"
#include "widgets/plot/glyphs.h"

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

namespace {

constexpr int mostRows = 2;
constexpr double padding = 5;
constexpr double flagWidth = 9; ///< right of the pole
constexpr double longest = 320; ///< pixels of a label beside a flag
constexpr double shortBar = 40; ///< bars under this have their label beside them

/// Beside the flag or the bar at the side with more room, or on the bar.
void placeLabel(NoteBar& bar, const XScale& scale, const QFont& font) {
    const double width = textWidth(bar.label, font);
    const double after = bar.point ? flagWidth + 4 : padding;
    if (!bar.point && bar.right - bar.left >= shortBar) {
        bar.label = shortened(bar.label, font, bar.right - bar.left - 2 * padding);
        bar.labelLeft = bar.left + padding;
        return;
    }
    const double right = scale.right - bar.right - after, left = bar.left - padding - scale.left;
    const double room = std::min(longest, std::max(right, left));
    bar.label = shortened(bar.label, font, room);
    const double used = std::min(width, textWidth(bar.label, font));
    bar.labelLeft = used <= right ? bar.right + after : bar.left - padding - used;
}

NoteBar barOf(std::size_t index, const PlotState& state, const XScale& scale, const PlotSizes& sizes) {
    const models::PlacedNote& note = state.notes[index];
    NoteBar bar;
    bar.note = index;
    bar.point = note.first == note.last;
    bar.left = std::max(scale.toPixel(note.first), scale.left);
    bar.right = bar.point ? bar.left : std::clamp(scale.toPixel(note.last), bar.left + 3, scale.right);
    bar.label = noteLine(note.text);
    placeLabel(bar, scale, sizes.strip);
    return bar;
}

} // namespace

QString noteLine(const QString& text, int most) {
    const qsizetype end = text.indexOf(u'\n');
    const QString line = end < 0 ? text : text.left(end) + QStringLiteral(" …");
    return line.size() <= most ? line : line.left(most - 1).trimmed() + QStringLiteral("…");
}

NoteRows layOutNotes(const PlotState& state, const XScale& scale, const PlotSizes& sizes) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < state.notes.size(); ++i)
        if (state.notes[i].last >= scale.min && state.notes[i].first <= scale.max)
            order.push_back(i);
    if (state.selectedNote != 0)
        std::stable_partition(order.begin(), order.end(),
                              [&](std::size_t i) { return state.notes[i].id == state.selectedNote; });
    std::vector<NoteBar> bars;
    std::vector<std::pair<double, double>> extents;
    for (const std::size_t index : order) {
        NoteBar bar = barOf(index, state, scale, sizes);
        extents.emplace_back(
            std::min(bar.left, bar.labelLeft) - 2,
            std::max(bar.right + (bar.point ? flagWidth : 0), bar.labelLeft + textWidth(bar.label, sizes.strip)));
        bars.push_back(std::move(bar));
    }
    return inRows<NoteRows>(std::move(bars), extents, mostRows);
}

void paintNoteBar(QPainter& painter, const PlotState& state, const NoteBar& bar, double top, const PlotSizes& sizes) {
    const Theme& theme = state.theme;
    const std::uint64_t id = state.notes[bar.note].id;
    const bool selected = id != 0 && id == state.selectedNote; // notes of a report have no id
    const QColor line = selected ? theme.accent : theme.text2;
    const double height = sizes.findingRow - 2, centre = top + sizes.findingRow / 2.0;
    if (bar.point) {
        drawVertical(painter, bar.left, top + 1, top + 1 + height, QPen(line, 1));
        const double x = std::floor(bar.left) + 1;
        painter.setPen(Qt::NoPen);
        painter.setBrush(line);
        painter.drawPolygon(QPolygonF({QPointF(x, top + 2), QPointF(x + flagWidth - 1, top + 2 + height * 0.28),
                                       QPointF(x, top + 2 + height * 0.56)}));
    } else {
        const QRectF rect(bar.left, top + 1, bar.right - bar.left, height);
        fillPixels(painter, rect, line);
        fillPixels(painter, rect.adjusted(1, 1, -1, -1), selected ? theme.selected : theme.hover);
    }
    drawText(painter, bar.labelLeft, centre, bar.label, sizes.strip, theme.text);
}

} // namespace tachograph::widgets
