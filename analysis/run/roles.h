#pragma once

#include <string>
#include <string_view>

namespace tachograph {

/// What a series is about, whatever its trainer calls it. Roles are strings because some carry a name
/// ("queue/q_hs", "gpu/3/memory"); these are the fixed ones. Each role has one unit (see roleInfo).
namespace roles {
inline constexpr const char* stepTime = "step_time";
inline constexpr const char* generationTime = "generation_time";
inline constexpr const char* optimizationTime = "optimization_time";
inline constexpr const char* otherTime = "other_time"; ///< derived: named further phases, added up
inline constexpr const char* unaccountedTime =
    "unaccounted_time";                              ///< derived: step minus all phases; negative = overlap
inline constexpr const char* phasePrefix = "phase/"; ///< phase/NAME: a further named phase inside the step, s
inline constexpr const char* completionLength = "completion_length";
inline constexpr const char* completionLengthMax = "completion_length_max";
inline constexpr const char* completionLengthMin = "completion_length_min";
inline constexpr const char* completionLengthP10 = "completion_length_p10";
inline constexpr const char* completionLengthP90 = "completion_length_p90";
inline constexpr const char* completionLengthP95 = "completion_length_p95";
inline constexpr const char* throughput = "throughput";
inline constexpr const char* tokensPerStep = "tokens_per_step";
inline constexpr const char* secondsPerToken = "seconds_per_token";
inline constexpr const char* tokensTotal = "tokens_total";
inline constexpr const char* eta = "eta";
inline constexpr const char* targetRate = "target_rate";
inline constexpr const char* drafterRate = "drafter_rate";
inline constexpr const char* queuePrefix = "queue/"; ///< queue/NAME, items
inline constexpr const char* gpuPrefix =
    "gpu/"; ///< gpu/N/memory (B), /utilization (ratio), /temperature (degC), /clock (Hz)
inline constexpr const char* dataWaitTime = "data_wait_time";
inline constexpr const char* checkpointTime = "checkpoint_time";
inline constexpr const char* evaluationTime = "evaluation_time";
inline constexpr const char* stepsPerHour = "steps_per_hour";
inline constexpr const char* reward = "reward";
inline constexpr const char* truncation = "truncation";
inline constexpr const char* loss = "loss";
inline constexpr const char* learningRate = "learning_rate";
inline constexpr const char* noise = "noise";
} // namespace roles

enum class Direction { higherIsBetter, lowerIsBetter, none };

struct RoleInfo {
    std::string title; ///< sentence case, for people: "Step time"
    std::string unit;  ///< "s", "tok/s", "tok", "s/tok", "batches/s", "items", "B", "ratio", "degC", "Hz", "1/h" or ""
    Direction better = Direction::none;
};

/// Title, unit and direction of a role; for an unknown role the role itself as title, no unit, no direction.
RoleInfo roleInfo(std::string_view role);

} // namespace tachograph
