#pragma once

#include "analysis/importers/importer.h"

namespace tachograph {

/// Console of the DFlash drafter trainer, from a log file, a terminal capture (wrapped at any column, headless at the
/// top, cut at the bottom) or a few pasted lines. Every tick is a row; several ticks of a step are aggregated by their
/// median. Rows of `nvidia-smi --query-gpu=index,memory.used,utilization.gpu --format=csv,noheader` become GPU series
/// whose values stand at the last tick before them.
const Importer& dflashConsoleImporter();

} // namespace tachograph
