#pragma once

#include "analysis/core/job.h"

namespace tachograph::tests {

/// An executor that runs the pieces on two threads: for tests that the same answer comes side by side, and for the
/// thread sanitizer.
Executor twoWorkers();

} // namespace tachograph::tests
