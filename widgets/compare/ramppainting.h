#pragma once

#include "analysis/comparison/rampcurve.h"
#include "widgets/theme.h"

#include <QRectF>
#include <QString>

class QPainter;

/// The ramps of two runs, drawn alike in the window and in the report.
namespace tachograph::widgets {

/// "Still ramping up?" in one sentence a run: "A: no, the true pace moves by ...".
QString rampWords(const Comparison& comparison);

/// What the plot shows, in a phrase.
QString rampNote(const RampCurves& ramps);

/// In place of the plot where there is no ramp to show: why.
QString noRampWords(const Comparison& comparison);

/// Both runs from their own starts: the true rates as in the lanes, the printed averages dotted, where an average
/// reaches 90 % of its rate, and below the axis the stretch of each run that the statistics use.
void paintRamp(QPainter& painter, const QRectF& box, const Theme& theme, const RampCurves& ramps);

} // namespace tachograph::widgets
