#pragma once

#include "analysis/core/result.h"
#include "analysis/detectors/detector.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tachograph {

/// Knobs of all detectors: code -> name -> value.
using AllKnobs = std::map<std::string, KnobValues>;

/// Parses "CODE.name=value" into knobs. The error says which code, knob or range is wrong and which there are.
Result<void> setKnob(AllKnobs& knobs, std::string_view assignment);

struct Examination {
    const Detector* detector = nullptr; ///< from the registry, never null
    KnobValues knobs;                   ///< all of them, defaults filled in
    DetectorResult result;
};

/// What every registered detector said about one run, in registry order. All of them are listed.
struct Diagnosis {
    std::vector<Examination> examinations;

    /// All findings, sorted by severity (gravest first), then onset; those that speak of the whole recording last.
    [[nodiscard]] std::vector<const Finding*> findings() const;
    [[nodiscard]] std::size_t count(Outcome outcome) const;
    /// At least one detector that needs a quantity came to an answer. Those that merely read what was logged (errors,
    /// NaN, restarts) always do: alone they are no judgement of a run.
    [[nodiscard]] bool judged() const;
    /// "5 found, 7 clear, 2 not applicable": only the outcomes that occur.
    [[nodiscard]] std::string tally() const;
};

using DiagnosisPtr = std::shared_ptr<const Diagnosis>;

/// Runs every detector (side by side when the job has an executor). A detector that throws is `failed` and says why;
/// after a cancel the rest are `canceled`.
Diagnosis diagnose(const Run& run, const AllKnobs& knobs = {}, const Job& job = {});
/// The same for a caller that goes on with what was worked out for it, such as the bill.
Diagnosis diagnose(const ExaminedRun& examined, const AllKnobs& knobs, const Job& job);

} // namespace tachograph
