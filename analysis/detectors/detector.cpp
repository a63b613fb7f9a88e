#include "analysis/detectors/detector.h"

#include <algorithm>
#include <cassert>

namespace tachograph {

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
        return "canceled";
    }
    return "";
}

double knobValue(const Detector& detector, const KnobValues& values, std::string_view name) {
    const auto knob = std::ranges::find(detector.knobs, name, &Knob::name);
    assert(knob != detector.knobs.end());
    const auto set = values.find(std::string(name));
    return set == values.end() ? knob->defaultValue : std::clamp(set->second, knob->least, knob->most);
}

} // namespace tachograph
