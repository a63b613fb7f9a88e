#pragma once

#include "analysis/detectors/finding.h"

#include <string>

namespace tachograph {

/// "1.98 to 4.56 s": the text for people, else the number with its unit.
std::string evidenceText(const Evidence& evidence);

/// True for figures that a short report leaves to the long one: the statistics behind a verdict, what its sentence says
/// already, and parts of a rise below 1 %.
bool isBackground(const Evidence& evidence);

/// True for figures that only split another one up, which names its parts itself: for the JSON, not for people.
bool repeatsAnother(const Evidence& evidence);

/// The finding's factor from early to late ("×2.03"), or empty when it has none.
std::string factorText(const Finding& finding);

} // namespace tachograph
