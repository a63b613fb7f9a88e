#include "analysis/diagnosis/links.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace tachograph {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double figure(const Finding& finding, std::string_view name) {
    const auto found = std::ranges::find(finding.evidence, name, &Evidence::name);
    return found == finding.evidence.end() ? nan : found->value;
}

/// What links the two, as a phrase; nothing when nothing does.
using LinkText = std::optional<std::string> (*)(const Finding& downstream, const Finding& upstream);

bool overlap(const Finding& a, const Finding& b) {
    return a.firstStep <= b.lastStep && b.firstStep <= a.lastStep;
}

/// The rise goes along with length, and the length is what the other is about.
std::optional<std::string> byLength(const Finding& rot, const Finding& upstream) {
    constexpr double grew = 1.3;
    const double length = figure(rot, "length_ratio");
    if (!(length >= grew) || !overlap(rot, upstream))
        return std::nullopt;
    return "completion length " + formatFactor(length) + " over the same steps";
}

/// The wait grew by a good part of what the step grew by.
std::optional<std::string> byWait(const Finding& rot, const Finding& wait) {
    constexpr double goodPart = 0.3;
    const double part = (figure(wait, "late_wait") - figure(wait, "early_wait")) /
                        (figure(rot, "late_median") - figure(rot, "early_median"));
    if (!(part >= goodPart))
        return std::nullopt;
    return "the wait for data makes up " + formatShare(std::min(1.0, part)) + " of the rise of the step time";
}

std::optional<std::string> bySpan(const Finding& downstream, const Finding& upstream) {
    if (!overlap(downstream, upstream))
        return std::nullopt;
    return "steps " + formatCount(std::max(downstream.firstStep, upstream.firstStep)) + " to " +
           formatCount(std::min(downstream.lastStep, upstream.lastStep)) + " are in both";
}

/// Places that are looked at: enough for people, and no quadratic work on a recording of a million errors.
std::span<const std::int64_t> placesOf(const Finding& finding) {
    constexpr std::size_t most = 500;
    return std::span(finding.places).first(std::min(most, finding.places.size()));
}

/// Both speak of the same step.
std::optional<std::string> byPlace(const Finding& downstream, const Finding& upstream) {
    for (const std::int64_t place : placesOf(downstream))
        if (std::ranges::find(placesOf(upstream), place) != placesOf(upstream).end())
            return "both at step " + formatCount(place);
    return std::nullopt;
}

/// The other lies shortly before the onset, or at it.
std::optional<std::string> byOnset(const Finding& downstream, const Finding& upstream) {
    if (!downstream.onsetStep)
        return std::nullopt;
    const auto onset = static_cast<double>(*downstream.onsetStep);
    const double reach = std::max(10.0, 0.1 * (static_cast<double>(downstream.lastStep) - onset));
    for (const std::int64_t place : placesOf(upstream))
        if (std::abs(static_cast<double>(place) - onset) <= reach)
            return "step " + formatCount(place) + " lies at its onset, step " + formatCount(*downstream.onsetStep);
    return std::nullopt;
}

/// An error in the stretch that was done again.
std::optional<std::string> byLostSteps(const Finding& rewind, const Finding& error) {
    const double again = figure(rewind, "steps_again");
    for (const std::int64_t from : placesOf(rewind))
        for (const std::int64_t place : placesOf(error))
            if (place >= from && static_cast<double>(place) - static_cast<double>(from) <= again)
                return "it lies at step " + formatCount(place) + ", and training went back to step " +
                       formatCount(from);
    return std::nullopt;
}

struct LinkRule {
    std::string_view downstream, upstream;
    LinkText text;
};

constexpr std::array rules{LinkRule{"THROUGHPUT_ROT", "REWARD_HACK_LENGTH", byLength},
                           LinkRule{"THROUGHPUT_ROT", "TRUNCATION_STARVE", byLength},
                           LinkRule{"THROUGHPUT_ROT", "DATA_WAIT", byWait},
                           LinkRule{"THROUGHPUT_ROT", "THERMAL_THROTTLE", bySpan},
                           LinkRule{"STEP_TIME_SHIFT", "WORKER_LOST", byOnset},
                           LinkRule{"STEP_TIME_TRANSIENT", "THERMAL_THROTTLE", bySpan},
                           LinkRule{"THROUGHPUT_COLLAPSE", "WORKER_LOST", byOnset},
                           LinkRule{"THROUGHPUT_COLLAPSE", "THERMAL_THROTTLE", bySpan},
                           LinkRule{"WORKER_LOST", "OUT_OF_MEMORY", byPlace},
                           LinkRule{"WORKER_LOST", "EXCEPTION", byPlace},
                           LinkRule{"RESUME_REWIND", "OUT_OF_MEMORY", byLostSteps},
                           LinkRule{"RESUME_REWIND", "EXCEPTION", byLostSteps},
                           LinkRule{"ETA_DRIFT", "PIPELINE_BOTTLENECK", bySpan},
                           LinkRule{"ETA_DRIFT", "THROUGHPUT_ROT", bySpan}};

std::vector<Finding>* findingsOf(Diagnosis& diagnosis, std::string_view code) {
    const auto found = std::ranges::find_if(
        diagnosis.examinations, [code](const Examination& examination) { return examination.detector->code == code; });
    return found == diagnosis.examinations.end() ? nullptr : &found->result.findings;
}

void link(Finding& downstream, const Finding& upstream, const std::string& text) {
    downstream.evidence.push_back({"likely_upstream", nan, "", "Likely upstream", upstream.code + ": " + text});
    std::erase(downstream.related, upstream.code);
    downstream.related.insert(downstream.related.begin(), upstream.code);
}

} // namespace

void linkFindings(Diagnosis& diagnosis) {
    for (const LinkRule& rule : rules) {
        std::vector<Finding>* downstream = findingsOf(diagnosis, rule.downstream);
        const std::vector<Finding>* upstream = findingsOf(diagnosis, rule.upstream);
        if (!downstream || !upstream)
            continue;
        for (Finding& finding : *downstream)
            for (const Finding& other : *upstream)
                if (const auto text = rule.text(finding, other))
                    link(finding, other, *text);
    }
}

} // namespace tachograph
