#pragma once

#include "widgets/theme.h"

#include <QColor>
#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace tachograph::widgets {

/// A bar of a waterfall: from one level to another.
struct WaterfallBar {
    QString name, label;
    double from = 0.0, to = 0.0; // seconds
    QColor fill, edge;
    bool floating = false; ///< begins where its neighbour ends
};

/// Bars side by side on one scale; each with its label above and its name below.
void paintWaterfallBars(QPainter& painter, const QRectF& box, const Theme& theme, const std::vector<WaterfallBar>& bars,
                        qreal widest);

} // namespace tachograph::widgets
