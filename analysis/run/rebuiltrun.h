#pragma once

#include "analysis/run/run.h"
#include "analysis/run/runbuilder.h"

namespace tachograph {

/// A builder that holds what `run` logged, as if its recording had just been read: rows, logged series, events,
/// settings, issues, attempts. Derived series are left to build(). For joining a run whose file is gone with what came
/// after it.
RunBuilder rebuiltRun(const Run& run);

} // namespace tachograph
