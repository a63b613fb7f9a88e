#pragma once

#include "analysis/importers/importer.h"

namespace tachograph {

/// Console of verl: one line a step, "step:N - key:value - key:value", plain or under Ray (colours, prefixes, carriage
/// returns). Lines that a tracker cut at 4,096 characters keep what stands before the cut. Checkpoint saving and
/// validation, which verl does outside of its step time, become events with their duration.
const Importer& verlConsoleImporter();

} // namespace tachograph
