#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tachograph {

enum class Severity { info, warning, critical };
/// "info", "warning", "critical".
const char* severityName(Severity severity);

/// One figure behind a finding. `text` is how it is shown when a bare number would not do ("1.98 to 4.56 s").
struct Evidence {
    std::string name; ///< stable, snake_case: "early_median"
    double value = 0; ///< unrounded; NaN when the evidence is text only
    std::string unit;
    std::string title; ///< for people: "Step time, fifths"
    std::string text;  ///< for people: "1.98 to 4.56 s"
};

/// Something that was inferred about the training. States what was seen and what to try, never who did it.
struct Finding {
    std::string code;
    Severity severity = Severity::info;
    std::optional<std::int64_t> onsetStep;
    std::int64_t firstStep = 0, lastStep = 0;
    std::vector<std::int64_t> places;  ///< single steps it is about (stalls); empty when it is a span
    std::optional<double> confidence;  ///< 0..1: share right in simulation; only for detectors that are simulated
    std::vector<std::string> badges;   ///< "low-evidence"
    std::string title;                 ///< at most 40 characters, for the lane: "creep x2.30 from step 420"
    std::string summary;               ///< one or two sentences with both values and the cross-check
    std::string origin = "tachograph"; ///< or who recorded it
    std::vector<Evidence> evidence;
    std::vector<std::string> suggestions; ///< verbs: "Profile the split."
    std::vector<std::string> related;     ///< codes
    std::vector<std::string> citedRoles;  ///< series it speaks of: their lanes are tinted
};

/// A curve that a detector fitted, to be drawn over the raw one.
struct FitLine {
    enum class Kind { creep, shift, local };
    Kind kind = Kind::creep;
    std::string role;                ///< of the series it belongs to
    std::vector<double> step, value; ///< vertices, in the unit of the role
};

} // namespace tachograph
