#pragma once

#include "analysis/run/run.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

namespace tachograph {

/// One attempt of a run as a run of its own, named "NAME, attempt 2" (people count from 1). Steps that a later attempt
/// did again are its own, so nothing in it is superseded. Series without a value in it are gone: there they were not
/// logged. Settings, sources, issues and notes are those of the whole recording. `attempt` counts from 0; one that the
/// run does not have gives a run without rows.
std::shared_ptr<const Run> runOfAttempt(const Run& run, std::size_t attempt);

/// The places of a recording (lines, or bytes) [begin, end) that belong to something.
struct PlaceRange {
    std::uint64_t begin = 0, end = std::numeric_limits<std::uint64_t>::max();
    [[nodiscard]] bool contains(std::uint64_t place) const { return place >= begin && place < end; }
};

/// Where an attempt lies in its recording. What stands between two attempts belongs to the one before up to a line that
/// tells of a resume, and from that line on to the one after.
PlaceRange placesOfAttempt(const Run& run, std::size_t attempt);

} // namespace tachograph
