#include "analysis/core/text.h"
#include "analysis/detectors/rotattribution.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <array>

namespace tachograph {

namespace {

constexpr const char* arrow = " \xE2\x86\x92 "; // U+2192
constexpr const char* hack = "REWARD_HACK_LENGTH";
constexpr const char* starve = "TRUNCATION_STARVE";

const PhaseRise* steepestPhase(const RotAttribution& attribution) {
    const auto steepest = std::ranges::max_element(attribution.phases, {}, &PhaseRise::share);
    return steepest == attribution.phases.end() || steepest->role.empty() ? nullptr : &*steepest;
}

std::string fromTo(const EarlyLate& values, std::string_view unit) {
    return formatQuantity(values.early, unit) + arrow + formatQuantity(values.late, unit);
}

std::string signedNumber(double value) {
    return (value > 0 ? "+" : "") + formatNumber(value, 2);
}

/// "; generation carries 98 % of the rise", or which phases are not logged.
std::string phaseClause(const RotAttribution& attribution) {
    if (attribution.phases.empty())
        return "; the split of the step is not logged";
    const PhaseRise* steepest = steepestPhase(attribution);
    if (!steepest)
        return "; most of the rise lies outside the logged phases";
    return "; " + steepest->name + " carries " + formatShare(std::min(1.0, steepest->share)) + " of the rise";
}

/// Mean length and what is known of its tail: "×1.02, p95 ×1.01" or "×1.02, tail not logged".
std::string lengthAndTail(const RotAttribution& attribution) {
    std::string text = formatFactor(attribution.length.ratio());
    if (attribution.tail.known())
        return text + ", " + attribution.tailName + " " + formatFactor(attribution.tail.ratio());
    if (attribution.truncation.known())
        return text + ", truncated " + formatShare(attribution.truncation.early) + arrow +
               formatShare(attribution.truncation.late);
    return text + ", tail not logged";
}

void addPhases(std::vector<Evidence>& evidence, const RotAttribution& attribution) {
    for (const PhaseRise& phase : attribution.phases) {
        evidence.push_back({"rise_" + phase.name, phase.share, "ratio", "Rise in " + phase.name,
                            formatShare(phase.share) + " (" + fromTo(phase.time, "s") + ")"});
    }
}

void addLength(std::vector<Evidence>& evidence, const RotAttribution& attribution) {
    if (!attribution.length.known()) {
        evidence.push_back(
            {"length_ratio", std::numeric_limits<double>::quiet_NaN(), "ratio", "Completion length", "not logged"});
        return;
    }
    evidence.push_back({"length_ratio", attribution.length.ratio(), "ratio", "Completion length",
                        formatFactor(attribution.length.ratio()) + " (" + fromTo(attribution.length, "tok") + ")"});
    evidence.push_back({"seconds_per_token_ratio", attribution.secondsPerToken, "ratio",
                        "Step time per completion token",
                        formatFactor(attribution.secondsPerToken) +
                            (attribution.fixedSeconds > 0
                                 ? ", " + formatStepTime(attribution.fixedSeconds) + " a step without tokens taken off"
                                 : std::string())});
    if (attribution.tail.known())
        evidence.push_back({"length_tail_ratio", attribution.tail.ratio(), "ratio",
                            "Completion length, " + attribution.tailName, formatFactor(attribution.tail.ratio())});
    if (attribution.truncation.known())
        evidence.push_back(
            {"truncation_change", attribution.truncation.rise(), "ratio", "Truncated completions",
             formatShare(attribution.truncation.early) + arrow + formatShare(attribution.truncation.late)});
}

} // namespace

std::vector<Evidence> attributionEvidence(const RotAttribution& attribution) {
    std::vector<Evidence> evidence;
    const double early = 3600.0 / attribution.step.early, late = 3600.0 / attribution.step.late;
    evidence.push_back({"steps_per_hour_early", early, "1/h", "Steps per hour, first fifth", formatNumber(early)});
    evidence.push_back({"steps_per_hour_late", late, "1/h", "Steps per hour, last fifth", formatNumber(late)});
    addPhases(evidence, attribution);
    addLength(evidence, attribution);
    if (attribution.throughput.known())
        evidence.push_back({"throughput_ratio", attribution.throughput.ratio(), "ratio", "Throughput",
                            formatFactor(attribution.throughput.ratio()) +
                                (attribution.flatThroughput() ? ": flat tok/s hides the rot" : "")});
    evidence.insert(evidence.end(), attribution.cost.begin(), attribution.cost.end());
    if (attribution.reward.known())
        evidence.push_back({"reward_change", attribution.reward.rise(), "", "Reward meanwhile",
                            signedNumber(attribution.reward.rise()) + " (" + formatNumber(attribution.reward.early, 3) +
                                arrow + formatNumber(attribution.reward.late, 3) + ")"});
    return evidence;
}

std::string attributionSentence(const RotAttribution& attribution) {
    const std::string length = attribution.length.known() ? formatFactor(attribution.length.ratio()) : std::string();
    switch (attribution.kind) {
    case RotKind::longerCompletions:
        return "Completion length grew " + length + " in parallel and step time per token stayed flat (" +
               formatFactor(attribution.secondsPerToken) + "): longer completions, not slower machines.";
    case RotKind::longerAndDearer:
        return "Completion length grew " + length + " in parallel, but step time per token rose " +
               formatFactor(attribution.secondsPerToken) + " too: length alone does not explain the rise" +
               phaseClause(attribution) + ".";
    case RotKind::longerTail:
        return "Mean completion length stayed flat (" + length + ") while its tail grew (" +
               (attribution.tail.known() && attribution.tail.ratio() >= 1.3
                    ? attribution.tailName + " " + formatFactor(attribution.tail.ratio())
                    : "truncated " + formatShare(attribution.truncation.early) + arrow +
                          formatShare(attribution.truncation.late)) +
               "): generation waits for the longest completion" + phaseClause(attribution) + ".";
    case RotKind::infrastructure:
        return std::string("Completion length ") + (attribution.flatLength() ? "stayed flat (" : "changed little (") +
               lengthAndTail(attribution) + ")" + phaseClause(attribution) + ": infrastructure, not length.";
    case RotKind::lengthNotLogged:
        return "What it goes along with is unknown: completion length not logged" + phaseClause(attribution) + ".";
    }
    return {};
}

std::vector<std::string> attributionSuggestions(const RotAttribution& attribution) {
    const PhaseRise* steepest = steepestPhase(attribution);
    const std::string profile =
        steepest ? "Profile the " + steepest->name + " phase: it carries the largest part of the rise."
                 : std::string("Profile the split: log the time of each phase.");
    const std::string machines =
        "Look at data loading, memory fragmentation, checkpoint writing and thermal throttling.";
    const std::string treat =
        std::string("Treat ") + hack + " or " + starve + " first; step time then recovers by itself.";
    const std::string weigh = "Lay the reward beside the completion length: see what the longer completions bought.";
    switch (attribution.kind) {
    case RotKind::longerCompletions:
        return {treat, weigh, "If step time stays high after that, profile the split."};
    case RotKind::longerAndDearer:
        return {treat, profile, machines};
    case RotKind::longerTail:
        return {"Look at the longest completions and at the token limit; generation waits for them.",
                std::string("Check for ") + starve + " and weak end-of-sequence behaviour.", profile};
    case RotKind::infrastructure:
        return {profile, machines};
    case RotKind::lengthNotLogged:
        return {"Log the mean and the longest completion length.", profile, machines};
    }
    return {};
}

std::vector<std::string> attributionRelated(const RotAttribution& attribution) {
    switch (attribution.kind) {
    case RotKind::longerCompletions:
    case RotKind::longerAndDearer:
    case RotKind::longerTail:
        return {hack, starve};
    case RotKind::infrastructure:
        return {"CHECKPOINT_STALL"};
    case RotKind::lengthNotLogged:
        return {hack, starve, "CHECKPOINT_STALL"};
    }
    return {};
}

std::vector<std::string> attributionRoles(const RotAttribution& attribution) {
    std::vector<std::string> cited{roles::stepTime};
    for (const PhaseRise& phase : attribution.phases)
        if (!phase.role.empty())
            cited.push_back(phase.role);
    if (attribution.length.known())
        cited.push_back(roles::completionLength);
    if (attribution.throughput.known() && attribution.flatThroughput())
        cited.push_back(roles::throughput);
    return cited;
}

} // namespace tachograph
