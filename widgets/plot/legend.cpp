#include "widgets/plot/legend.h"

#include "widgets/plot/readouts.h"

#include <algorithm>

namespace tachograph::widgets {

using models::LineKind;

namespace {
constexpr double sampleGap = 5;
} // namespace

double LegendEntry::width(const QFont& font) const {
    return sampleWidth(*line, look) + sampleGap + textWidth(text, font);
}

void LegendEntry::draw(QPainter& painter, double x, double centre, const QFont& font, const QColor& color) const {
    const double used = drawSample(painter, x, centre, *line, look);
    drawText(painter, x + used + sampleGap, centre, text, font, color);
}

std::vector<LegendEntry> legendOf(const models::Lane& lane, const PlotState& state, const PlotSizes& sizes,
                                  bool withLimits) {
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < lane.lines.size(); ++i) {
        const models::LaneLine& line = lane.lines[i];
        const bool known = std::ranges::any_of(entries, [&](const LegendEntry& entry) {
            return entry.line->kind == line.kind && entry.line->run == line.run && entry.line->label == line.label;
        });
        if (!line.legend || line.label.isEmpty() || known || (line.kind == LineKind::limit && !withLimits))
            continue;
        entries.push_back({&line, lookOf(lane, i, state, sizes), line.added > 0 ? addedName(line, state) : line.label});
    }
    const bool alone = entries.size() == 1 && state.timeline->runs.size() <= 1;
    if (alone && entries.front().line->kind == LineKind::raw && entries.front().text == QLatin1String("raw"))
        entries.clear();
    return entries;
}

} // namespace tachograph::widgets
