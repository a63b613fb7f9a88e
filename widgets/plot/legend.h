#pragma once

#include "widgets/plot/linelook.h"

#include <QString>

#include <vector>

namespace tachograph::widgets {

/// One line sample with its name.
struct LegendEntry {
    const models::LaneLine* line = nullptr;
    LineLook look;
    QString text;

    [[nodiscard]] double width(const QFont& font) const;
    void draw(QPainter& painter, double x, double centre, const QFont& font, const QColor& color) const;
};

/// The legend of a lane. Limits are named beside their line, so they are in the legend only when `withLimits`.
/// A single unsmoothed line of a single run needs none.
std::vector<LegendEntry> legendOf(const models::Lane& lane, const PlotState& state, const PlotSizes& sizes,
                                  bool withLimits);

} // namespace tachograph::widgets
