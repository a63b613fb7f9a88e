#pragma once

#include "analysis/importers/recordingfile.h"

#include <string>
#include <vector>

namespace tachograph {

/// A trainer writes its whole history into every checkpoint: checkpoint-250/trainer_state.json is the beginning of
/// checkpoint-500/trainer_state.json. Of trainer states that are the beginning of another one, only that other one is
/// kept. Returns a sentence that names what was left out, or nothing.
std::string keepNewestCheckpoints(std::vector<Recording>& recordings);

} // namespace tachograph
