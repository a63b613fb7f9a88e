#pragma once

#include "analysis/run/runbuilder.h"

#include <string>
#include <vector>

namespace tachograph {

/// Whether at least half of the series of the smaller one are in both.
bool shareHalfOfTheirSeries(const RunBuilder& a, const RunBuilder& b);

/// Whether `later` looks like the continuation of `earlier` after a restart: half of the series are the same, it starts
/// behind the first step of `earlier` and not behind its end, and not before it by the clock.
bool continues(const RunBuilder& earlier, const RunBuilder& later);

/// As continues(), but `later` may also start at the same step when that is not the beginning of training:
/// two tries from one checkpoint.
bool mayContinue(const RunBuilder& earlier, const RunBuilder& later);

/// Indices of `runs` in the order in which they were recorded: by first time stamp when all have one, else by first
/// step.
std::vector<std::size_t> orderOfRecording(const std::vector<const RunBuilder*>& runs);

} // namespace tachograph
