#pragma once

#include "models/comparison/comparisonview.h"
#include "models/items/comparedtables.h"
#include "widgets/report/canvas.h"

/// Pieces of the long report of a comparison. Each draws at (x, y), `width` wide, and returns the height it took.
namespace tachograph::widgets {

/// The plot of both ramps with what is said of them; where there is none, one sentence.
qreal rampBlock(const Canvas& canvas, qreal x, qreal y, qreal width, const models::ComparisonView& view);

/// Header, rows and remark; nothing without rows and remark.
qreal tableBlock(const Canvas& canvas, qreal x, qreal y, qreal width, const models::ComparedTable& table);

} // namespace tachograph::widgets
