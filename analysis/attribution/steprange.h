#pragma once

#include "analysis/run/run.h"
#include "analysis/run/xaxis.h"

#include <cstdint>
#include <optional>

namespace tachograph {

/// Steps `first` to `last`, both included.
struct StepRange {
    std::int64_t first = 0, last = 0;
    [[nodiscard]] bool contains(std::int64_t step) const { return step >= first && step <= last; }
};

/// The steps of the current rows that lie between two positions of an axis, both included; ends may be infinite. An
/// empty range (last before first) when none does.
StepRange stepsWithin(const Run& run, XAxis axis, double from, double to);

} // namespace tachograph
