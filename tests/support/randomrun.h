#pragma once

#include "analysis/run/run.h"

#include <cstdint>
#include <memory>

namespace tachograph::tests {

/// A run of random length, columns, holes, NaN, checkpoints, restarts and stamps: whatever a recording may be like.
std::shared_ptr<const Run> randomRun(std::uint64_t seed);

} // namespace tachograph::tests
