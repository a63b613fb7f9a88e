#pragma once

#include "analysis/core/job.h"
#include "analysis/detectors/finding.h"
#include "analysis/run/run.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// A number that a user may change.
struct Knob {
    std::string name; ///< "ratio"; on the command line CODE.name=value
    double defaultValue = 0, least = 0, most = 0;
    std::string unit;
    std::string meaning; ///< one sentence
};

/// Values of one detector's knobs, by name; what is not set has its default.
using KnobValues = std::map<std::string, double>;

enum class Outcome { found, clear, undecided, notApplicable, failed, canceled };
/// "found", "clear", "undecided", "not-applicable", "failed", "canceled".
const char* outcomeName(Outcome outcome);

struct DetectorResult {
    Outcome outcome = Outcome::notApplicable;
    std::string reason; ///< one sentence for every outcome: figures when clear, what is missing when not applicable
    std::vector<Finding> findings;  ///< not empty exactly when found; UNDECIDED may carry evidence below
    std::vector<Evidence> evidence; ///< figures behind a verdict that is not a finding (undecided, clear)
    std::vector<FitLine> fits;      ///< to draw; both contenders when undecided
    std::vector<std::string> badges;
};

/// How often the findings of a detector were right in simulation. Detectors that only read what was recorded (an error,
/// a restart, a NaN) have none; those of the step time's shape look theirs up by run, see confidence.h.
struct Simulation {
    double shareRight = 0; ///< of all findings, those in runs that hold what they say
    std::string how;       ///< a phrase: how many runs with what, and how many with what instead
};

class ExaminedRun;

/// What a detector does: by itself on a run, or with what it shares with others.
class Examine {
  public:
    using Alone = DetectorResult (*)(const Run& run, const KnobValues& knobs, const Job& job);
    using Sharing = DetectorResult (*)(const ExaminedRun& examined, const KnobValues& knobs, const Job& job);
    // Implicit: either is written down in a descriptor as it is.
    Examine(Alone alone) : m_alone(alone) {}
    Examine(Sharing sharing) : m_sharing(sharing) {}

    DetectorResult operator()(const ExaminedRun& examined, const KnobValues& knobs, const Job& job) const;
    DetectorResult operator()(const Run& run, const KnobValues& knobs, const Job& job) const;

  private:
    Alone m_alone = nullptr;
    Sharing m_sharing = nullptr;
};

/// A detector: a descriptor and one pure function. Same run and knobs, same answer; it sees no other detector's result.
struct Detector {
    std::string code;    ///< "THROUGHPUT_ROT"
    std::string title;   ///< "Step time is creeping up"
    std::string meaning; ///< what it means and how it decides, a paragraph for the manual
    Severity severity = Severity::info;
    std::vector<std::string> neededRoles; ///< empty when `needs` says it in words
    std::string needs = {};               ///< beside roles: "a console, or logged oom events"; may be empty
    std::vector<Knob> knobs;
    std::vector<std::string> suggestions;
    std::vector<std::string> related;
    Examine examine;
    std::optional<Simulation> simulation = {};
};

std::span<const Detector* const> detectors();
const Detector* detectorByCode(std::string_view code); ///< nullptr when there is none

/// The value of a knob: set, else default. Asking for a knob that the detector does not have is a programming error.
double knobValue(const Detector& detector, const KnobValues& values, std::string_view name);

} // namespace tachograph
