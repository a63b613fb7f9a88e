#pragma once

#include "analysis/attribution/bill.h"
#include "widgets/report/canvas.h"

/// The bill of a run, drawn at (x, y), `width` wide; each returns the height it took, 0 when there is no bill.
namespace tachograph::widgets {

/// What it comes to, what was bought meanwhile, and two waterfalls: hours above the early rate, and early against late.
qreal billBlock(const Canvas& canvas, qreal x, qreal y, qreal width, const TimeAccount& account);

/// The same in three lines: what it comes to, the part that carries most of it, what was bought.
qreal billLines(const Canvas& canvas, qreal x, qreal y, qreal width, const TimeAccount& account);

} // namespace tachograph::widgets
