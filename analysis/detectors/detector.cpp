#include "analysis/detectors/detector.h"

#include "analysis/detectors/examinedrun.h"

#include <algorithm>
#include <cassert>

namespace tachograph {

DetectorResult Examine::operator()(const ExaminedRun& examined, const KnobValues& knobs, const Job& job) const {
    return m_sharing ? m_sharing(examined, knobs, job) : m_alone(examined.run(), knobs, job);
}

DetectorResult Examine::operator()(const Run& run, const KnobValues& knobs, const Job& job) const {
    return (*this)(ExaminedRun(run), knobs, job);
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
