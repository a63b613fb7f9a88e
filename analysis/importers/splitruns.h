#pragma once

#include "analysis/core/result.h"
#include "analysis/core/source.h"
#include "analysis/run/runbuilder.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tachograph {

/// A file of hardly anything but beginnings must not fill the memory with runs.
inline constexpr std::size_t mostRunsOfAFile = 1'000;

/// Leaves at most mostRunsOfAFile runs of those that begin at `starts` (see RunSplit): what follows stays in the last
/// one, as its attempts. How many starts were cut off.
std::size_t boundStarts(std::vector<std::uint32_t>& starts);

/// Names the runs that a second reading divided among `builders`, and says what boundStarts() cut off. Runs that it
/// did not find any more, because the file shrank meanwhile, are left out, which is said; an error when none is left.
std::optional<Error> nameSplitRuns(const Source& source, std::size_t cutOff, std::vector<RunBuilder>& builders);

} // namespace tachograph
