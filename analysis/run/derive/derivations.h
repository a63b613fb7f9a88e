#pragma once

#include "analysis/run/run.h"

#include <string>
#include <vector>

/// All derivations. Each returns nothing when it does not apply: when the quantity is logged, or what it needs is not.
namespace tachograph::derive {

using Notes = std::vector<std::string>;

/// Step time from the elapsed stamps of rows, over windows long enough for the printed unit (stampwindows.h).
std::vector<Series> stepTimeFromElapsed(const Run& run, Notes& notes);
/// The same from wall-clock stamps; pauses between steps (validation, checkpoints) are in it.
std::vector<Series> stepTimeFromTimes(const Run& run, Notes& notes);
/// Step time = tokens of the step / throughput, when there are no stamps.
std::vector<Series> stepTimeFromTokens(const Run& run, Notes& notes);

/// Throughput = new tokens of a cumulative counter / step time.
std::vector<Series> throughputFromCounter(const Run& run, Notes& notes);
/// The rate behind an average since the start: tokens a step (printed rate x elapsed time over steps) x steps / elapsed
/// stamps, over the windows of stampwindows.h.
std::vector<Series> throughputDeaveraged(const Run& run, Notes& notes);
/// The same for the drafter's batches: batches a step x steps / elapsed stamps.
std::vector<Series> drafterRateDeaveraged(const Run& run, Notes& notes);

/// Tokens a step from a counter, else throughput of the whole job x step time.
std::vector<Series> tokensPerStep(const Run& run, Notes& notes);
/// Generation time per token of mean completion length; without generation the step time; without lengths the inverse
/// of the throughput.
std::vector<Series> secondsPerToken(const Run& run, Notes& notes);
std::vector<Series> stepsPerHour(const Run& run, Notes& notes);
/// The named phases inside of the step beyond generation and optimization, added up.
std::vector<Series> otherTime(const Run& run, Notes& notes);
/// Step time minus all phases; negative where phases overlap.
std::vector<Series> unaccountedTime(const Run& run, Notes& notes);

} // namespace tachograph::derive
