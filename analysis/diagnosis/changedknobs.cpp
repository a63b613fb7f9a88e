#include "analysis/diagnosis/changedknobs.h"

#include "analysis/core/text.h"

namespace tachograph {

std::vector<ChangedKnob> changedKnobs(const Examination& examination) {
    std::vector<ChangedKnob> changed;
    for (const Knob& knob : examination.detector->knobs) {
        const double value = knobValue(*examination.detector, examination.knobs, knob.name);
        if (value != knob.defaultValue)
            changed.push_back({examination.detector, &knob, value});
    }
    return changed;
}

std::vector<ChangedKnob> changedKnobs(const Diagnosis& diagnosis) {
    std::vector<ChangedKnob> all;
    for (const Examination& examination : diagnosis.examinations) {
        const auto changed = changedKnobs(examination);
        all.insert(all.end(), changed.begin(), changed.end());
    }
    return all;
}

std::string knobAssignment(const ChangedKnob& changed) {
    return changed.detector->code + '.' + changed.knob->name + '=' + machineNumber(changed.value);
}

std::string knobText(const ChangedKnob& changed) {
    const std::string& measure = changed.knob->unit;
    const std::string unit = measure.empty() || measure == "ratio" ? std::string() : ' ' + measure;
    return changed.knob->name + ' ' + formatNumber(changed.value, 6) + unit + " instead of " +
           formatNumber(changed.knob->defaultValue, 6);
}

} // namespace tachograph
