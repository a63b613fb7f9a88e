#pragma once

#include "models/timeline.h"
#include "widgets/plot/plotstate.h"

#include <QFont>
#include <QString>

#include <vector>

namespace tachograph::widgets {

struct Tick {
    double value = 0;
    QString label;
};

/// Ticks of a value axis: 3 to 5 round values in [low, high] (fewer only when `height` pixels leave no room for three),
/// labelled without unit.
std::vector<Tick> valueTicks(double low, double high, double height);

/// Ticks of a logarithmic axis of ratios, 0 < low < high: powers of two, or round ones where less than two powers are
/// in view; labelled "×0.5".
std::vector<Tick> ratioTicks(double low, double high, double height);

/// Ticks of a logarithmic axis, 0 < low < high: 1, 2 and 5 of every power of ten, or powers of ten only, as many as
/// `height` pixels have room for.
std::vector<Tick> logarithmicTicks(double low, double high, double height);

/// From this high / low on, ratios are told by powers of two.
inline constexpr double powersOfTwoFrom = 3;

/// Round step of valueTicks.
double valueTickStep(double low, double high, double height);

/// Ticks along x: the closest round distance at which labels in `font` keep 20 px between them. Durations for elapsed
/// time, UTC times for the wall clock, Ktok or Mtok for tokens, signed numbers for steps since a resume.
std::vector<Tick> positionTicks(const XScale& scale, XAxis axis, const QFont& font);

/// One position in words, exact to the step or second: crosshair flag, notes and accessible texts.
QString positionText(double x, XAxis axis);

} // namespace tachograph::widgets
