#pragma once

#include <cstdint>

namespace tachograph {

/// Steps `first` to `last`, both included.
struct StepRange {
    std::int64_t first = 0, last = 0;
    [[nodiscard]] bool contains(std::int64_t step) const { return step >= first && step <= last; }
};

} // namespace tachograph
