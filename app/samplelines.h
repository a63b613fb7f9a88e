#pragma once

#include "widgets/start/samplesketch.h"

#include <vector>

namespace tachograph::app {

/// Step time and throughput of the demo case as medians of equal blocks, each against its own first fifth: what the
/// card of the empty page draws. Read from the case itself; empty when it cannot be read.
std::vector<widgets::SampleSketch::Line> sampleLines();

} // namespace tachograph::app
