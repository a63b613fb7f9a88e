#pragma once

#include "models/items/comparedmetricsmodel.h"
#include "widgets/report/canvas.h"

#include <limits>

namespace tachograph::widgets {

/// The table of compared quantities with whiskers at (x, y), `width` wide, as many rows as end above `bottom`; returns
/// the height it took.
qreal metricBlock(const Canvas& canvas, qreal x, qreal y, qreal width, const models::ComparedMetricsModel& rows,
                  qreal bottom = std::numeric_limits<qreal>::infinity());

} // namespace tachograph::widgets
