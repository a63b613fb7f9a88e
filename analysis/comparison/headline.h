#pragma once

#include "analysis/comparison/comparison.h"

#include <string>

namespace tachograph {

/// The verdict in one or two sentences, with the figure it rests on.
std::string headlineOf(const Comparison& comparison);

} // namespace tachograph
