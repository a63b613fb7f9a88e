#pragma once

#include "analysis/comparison/comparison.h"
#include "widgets/theme.h"

#include <QRectF>

class QPainter;

/// Pieces of a comparison that the window and the report draw alike.
namespace tachograph::widgets {

/// A 95 % interval of B / A as whisker and dot, on a logarithmic scale from 1 / widest to widest over the width of
/// `box`, with the line at 1. In the colours of the verdict ("worse", "better", ...). Never narrower than 5 px.
void paintEffect(QPainter& painter, const QRectF& box, const Theme& theme, double low, double ratio, double high,
                 double widest, const QString& verdict);

/// A's time per step, the parts of the difference as floating bars, B's time per step; at the right, apart from it,
/// the start-up times where both are known. Says so when no parts are known.
void paintWaterfall(QPainter& painter, const QRectF& box, const Theme& theme, const Comparison& comparison);

/// The colours of a verdict as the JSON names it.
const Theme::Signal& verdictSignal(const Theme& theme, const QString& verdict);

} // namespace tachograph::widgets
