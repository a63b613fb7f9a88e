#pragma once

#include "analysis/core/job.h"

namespace tachograph::models {

/// An executor over the machine's cores, for the jobs of every thread. The first exception of a piece is thrown again
/// where the pieces were asked for.
Executor sideBySide();

} // namespace tachograph::models
