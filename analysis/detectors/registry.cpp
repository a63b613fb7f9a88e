#include "analysis/detectors/detector.h"

#include <algorithm>
#include <cassert>

namespace tachograph {

std::span<const Detector* const> detectors() {
    return {};
}

const Detector* detectorByCode(std::string_view code) {
    const auto found = std::ranges::find(detectors(), code, [](const Detector* detector) { return detector->code; });
    return found == detectors().end() ? nullptr : *found;
}

double knobValue(const Detector& detector, const KnobValues& values, std::string_view name) {
    const auto knob = std::ranges::find(detector.knobs, name, &Knob::name);
    assert(knob != detector.knobs.end());
    const auto value = values.find(std::string(name));
    return value == values.end() ? knob->defaultValue : value->second;
}

const char* outcomeName(Outcome outcome) {
    switch (outcome) {
    case Outcome::found:
        return "found";
    case Outcome::clear:
        return "clear";
    case Outcome::undecided:
        return "undecided";
    case Outcome::notApplicable:
        return "not-applicable";
    case Outcome::failed:
        return "failed";
    case Outcome::canceled:
        break;
    }
    return "canceled";
}

const char* severityName(Severity severity) {
    switch (severity) {
    case Severity::critical:
        return "critical";
    case Severity::warning:
        return "warning";
    case Severity::info:
        break;
    }
    return "info";
}

} // namespace tachograph
