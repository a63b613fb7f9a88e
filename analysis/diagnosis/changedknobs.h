#pragma once

#include "analysis/diagnosis/diagnosis.h"

#include <string>
#include <vector>

namespace tachograph {

/// A knob that is not at its default.
struct ChangedKnob {
    const Detector* detector = nullptr;
    const Knob* knob = nullptr;
    double value = 0;
};

/// Those that an examination was made with, in the order of the descriptor.
std::vector<ChangedKnob> changedKnobs(const Examination& examination);
/// Of all detectors, in registry order.
std::vector<ChangedKnob> changedKnobs(const Diagnosis& diagnosis);

/// As after --knob: "THROUGHPUT_ROT.ratio=1.2".
std::string knobAssignment(const ChangedKnob& changed);
/// For people: "ratio 1.2 instead of 1.4", "minutes 5 min instead of 10".
std::string knobText(const ChangedKnob& changed);

} // namespace tachograph
