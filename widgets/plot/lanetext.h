#pragma once

#include <QString>

namespace tachograph::widgets {

/// A value as a lane shows it: decimals by the rules of its unit, thousands commas, true minus, no unit. A lane keeps
/// its unit at any zoom, so seconds never turn into milliseconds here.
QString laneValue(double value, const QString& unit);

/// The same with the unit behind it: "3.01 s", "72 %", "1,210 steps/h".
QString laneQuantity(double value, const QString& unit);

/// `value` with a fixed number of decimals.
QString fixedNumber(double value, int decimals);

/// A unit as it is read aloud: "seconds", "tokens per second in thousands".
QString spokenUnit(const QString& unit);

} // namespace tachograph::widgets
