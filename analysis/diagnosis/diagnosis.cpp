#include "analysis/diagnosis/diagnosis.h"

#include "analysis/core/text.h"
#include "analysis/detectors/examinedrun.h"
#include "analysis/diagnosis/links.h"

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <limits>

namespace tachograph {

namespace {

template <typename Items, typename Name>
std::string listed(const Items& items, Name name) {
    std::string text;
    for (const auto& item : items) {
        if (!text.empty())
            text += ", ";
        text += std::invoke(name, item);
    }
    return text;
}

std::string codeOf(const Detector* detector) {
    return detector->code;
}

/// All knobs of a detector: what the caller set, else the default.
KnobValues withDefaults(const Detector& detector, const AllKnobs& knobs) {
    const auto set = knobs.find(detector.code);
    const KnobValues none;
    KnobValues all;
    for (const Knob& knob : detector.knobs)
        all[knob.name] = knobValue(detector, set == knobs.end() ? none : set->second, knob.name);
    return all;
}

DetectorResult canceledResult() {
    DetectorResult result;
    result.outcome = Outcome::canceled;
    result.reason = canceledMessage;
    return result;
}

DetectorResult failedResult(const char* why) {
    DetectorResult result;
    result.outcome = Outcome::failed;
    result.reason = std::string("The detector stopped: ") + plainText(why) + ".";
    return result;
}

/// What simulation says of the detector, for findings that do not say it themselves.
void addConfidence(const Detector& detector, std::vector<Finding>& findings) {
    constexpr double mostClaimed = 0.99;
    if (!detector.simulation)
        return;
    for (Finding& finding : findings) {
        if (finding.confidence)
            continue;
        finding.confidence = std::min(mostClaimed, detector.simulation->shareRight);
        finding.evidence.push_back({"confidence_cell", std::numeric_limits<double>::quiet_NaN(), "",
                                    "Confidence from simulation", detector.simulation->how});
    }
}

DetectorResult examineGuarded(const Detector& detector, const ExaminedRun& run, const KnobValues& knobs,
                              const Job& job) {
    if (job.canceled())
        return canceledResult();
    try {
        DetectorResult result = detector.examine(run, knobs, job);
        addConfidence(detector, result.findings);
        // An answer that came after the cancel may rest on half of the work.
        return job.canceled() ? canceledResult() : result;
    } catch (const std::exception& exception) {
        return failedResult(exception.what());
    } catch (...) {
        return failedResult("unknown error");
    }
}

} // namespace

Result<void> setKnob(AllKnobs& knobs, std::string_view assignment) {
    const auto dot = assignment.find('.');
    const auto equals = assignment.find('=');
    if (dot == std::string_view::npos || equals == std::string_view::npos || equals < dot)
        return Error{"it is not of the form CODE.name=value."};
    const Detector* detector = detectorByCode(trimmed(assignment.substr(0, dot)));
    if (!detector)
        return Error{"there is no such detector; there are " + listed(detectors(), codeOf) + "."};
    const std::string_view name = trimmed(assignment.substr(dot + 1, equals - dot - 1));
    const auto knob = std::ranges::find(detector->knobs, name, &Knob::name);
    if (knob == detector->knobs.end())
        return Error{detector->code + " has no such knob; it has " +
                     (detector->knobs.empty() ? std::string("none") : listed(detector->knobs, &Knob::name)) + "."};
    const auto value = parseNumber(assignment.substr(equals + 1));
    if (!value || !(*value >= knob->least && *value <= knob->most))
        return Error{"it takes a number from " + formatNumber(knob->least) + " to " + formatNumber(knob->most) + "."};
    knobs[detector->code][knob->name] = *value;
    return {};
}

std::vector<const Finding*> Diagnosis::findings() const {
    std::vector<const Finding*> all;
    for (const Examination& examination : examinations)
        for (const Finding& finding : examination.result.findings)
            all.push_back(&finding);
    std::ranges::stable_sort(all, [](const Finding* a, const Finding* b) {
        if (a->severity != b->severity)
            return a->severity > b->severity;
        if (a->onsetStep.has_value() != b->onsetStep.has_value())
            return a->onsetStep.has_value();
        return a->onsetStep.value_or(a->firstStep) < b->onsetStep.value_or(b->firstStep);
    });
    return all;
}

std::size_t Diagnosis::count(Outcome outcome) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        examinations, [&](const Examination& examination) { return examination.result.outcome == outcome; }));
}

bool Diagnosis::judged() const {
    return std::ranges::any_of(examinations, [](const Examination& examination) {
        const Outcome outcome = examination.result.outcome;
        return !examination.detector->neededRoles.empty() && (outcome == Outcome::found || outcome == Outcome::clear);
    });
}

std::string Diagnosis::tally() const {
    constexpr std::array all{Outcome::found,         Outcome::clear,  Outcome::undecided,
                             Outcome::notApplicable, Outcome::failed, Outcome::canceled};
    std::string text;
    for (const Outcome outcome : all) {
        const std::size_t n = count(outcome);
        if (n == 0)
            continue;
        if (!text.empty())
            text += ", ";
        text += std::to_string(n) + " ";
        text += outcome == Outcome::notApplicable ? "not applicable" : outcomeName(outcome);
    }
    return text;
}

Diagnosis diagnose(const Run& run, const AllKnobs& knobs, const Job& job) {
    return diagnose(ExaminedRun(run), knobs, job);
}

Diagnosis diagnose(const ExaminedRun& examined, const AllKnobs& knobs, const Job& job) {
    const auto all = detectors();
    Diagnosis diagnosis;
    diagnosis.examinations.resize(all.size());
    const Job quiet = job.silent();
    job.forEach(all.size(), [&](std::size_t i) {
        Examination& examination = diagnosis.examinations[i];
        examination.detector = all[i];
        examination.knobs = withDefaults(*all[i], knobs);
        examination.result = examineGuarded(*all[i], examined, examination.knobs, quiet);
    });
    linkFindings(diagnosis);
    job.report(1.0);
    return diagnosis;
}

} // namespace tachograph
