#pragma once

#include "analysis/run/run.h"

#include <string>

namespace tachograph {

/// What shows that two recordings may not be of the same job: another model or data set, most of the settings that both
/// have differ, hardly a name of a series in common, a step of another size altogether, different formats. A phrase
/// ("model differs: x in A and y in B"), or empty when nothing does. Machines and up to three times the work are no
/// such sign: one changes them to compare.
std::string otherJobSign(const Run& a, const Run& b);

} // namespace tachograph
