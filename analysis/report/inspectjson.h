#pragma once

#include "analysis/attribution/bill.h"
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/importers/openrun.h"
#include "analysis/review/notesfile.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tachograph {

/// A run and what the detectors said about it.
struct JudgedRun {
    RunPtr run;
    Diagnosis diagnosis;
    TimeAccount account;                    ///< of the whole recording, or of the steps that were asked for
    std::optional<ReviewOfRun> review = {}; ///< when notes were given
};

/// The answer of `inspect --json`, schema tachograph.inspect/1, with a line break at its end. ASCII, other characters
/// as \u0000 (invalid bytes of a recording as U+FFFD), numbers unrounded, non-finite ones null. Keys are never renamed
/// within a schema number.
std::string inspectJson(std::span<const JudgedRun> runs, std::string_view version);

} // namespace tachograph
