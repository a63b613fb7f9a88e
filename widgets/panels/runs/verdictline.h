#pragma once

#include "models/runverdict.h"
#include "widgets/theme.h"

class QPainter;
class QRect;

namespace tachograph::widgets {

/// Draws what was found in a run on one line: the gravest finding, then the number of findings of every severity that
/// occurs, each behind the sign of the severity.
void drawVerdict(QPainter& painter, const QRect& line, const models::RunVerdict& verdict, const Theme& theme);

} // namespace tachograph::widgets
