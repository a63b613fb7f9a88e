#pragma once

#include "analysis/detectors/examinedrun.h"
#include "analysis/detectors/finding.h"
#include "analysis/detectors/steptimetrend.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace tachograph {

/// Medians of a quantity over the steps of the first and the last fifth. NaN when it is not logged there.
struct EarlyLate {
    double early = std::numeric_limits<double>::quiet_NaN(), late = std::numeric_limits<double>::quiet_NaN();
    [[nodiscard]] bool known() const { return std::isfinite(early) && std::isfinite(late); }
    [[nodiscard]] double ratio() const { return late / early; }
    [[nodiscard]] double rise() const { return late - early; }
};

/// A phase of the step and how much of the rise it carries.
struct PhaseRise {
    std::string role, name; ///< "phase/ref", "ref"; role empty for what no phase covers
    EarlyLate time;         ///< s
    double share = 0;       ///< of the rise of the step time; negative when it fell
};

/// What the rise of the step time goes along with.
enum class RotKind {
    longerCompletions, ///< length grew, step time per token flat
    longerAndDearer,   ///< length grew, step time per token too
    longerTail,        ///< mean flat, the longest completions grew
    infrastructure,    ///< length flat
    lengthNotLogged
};

struct RotAttribution {
    RotKind kind = RotKind::lengthNotLogged;
    EarlyLate step, length, throughput, reward;
    /// Step time per completion token, late over early, fixed costs of a step taken off. Not the series of the role
    /// seconds_per_token, which is the generation time per token where that is logged.
    double secondsPerToken = std::numeric_limits<double>::quiet_NaN();
    double fixedSeconds = 0; ///< of a step, whatever its length: a of a + b x tokens
    std::string tailName;    ///< "p95" of the tail that was used; empty when no tail is logged
    EarlyLate tail;
    EarlyLate truncation;          ///< share of completions cut at the limit
    std::vector<PhaseRise> phases; ///< logged ones by rise, then what is unaccounted
    std::vector<Evidence> cost;    ///< since the onset

    [[nodiscard]] bool flatThroughput() const; ///< within 15 %
    [[nodiscard]] bool flatLength() const;     ///< within 15 %
};

/// Looks at length, tail, phases, throughput and reward in the fifths of `trend`.
/// Worthless once the job is canceled.
RotAttribution attributeRise(const ExaminedRun& examined, const StepTimeTrend& trend, const Job& job);

std::vector<Evidence> attributionEvidence(const RotAttribution& attribution);

/// "Completion length grew ×2.46 in parallel, ...": one sentence for the summary.
std::string attributionSentence(const RotAttribution& attribution);

/// What to try, and which findings may stand behind it.
std::vector<std::string> attributionSuggestions(const RotAttribution& attribution);
std::vector<std::string> attributionRelated(const RotAttribution& attribution);

/// Roles that were looked at and are logged.
std::vector<std::string> attributionRoles(const RotAttribution& attribution);

} // namespace tachograph
