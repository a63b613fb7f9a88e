#include "analysis/run/roles.h"

#include <algorithm>
#include <array>

namespace tachograph {

namespace {

struct FixedRole {
    const char* role;
    const char* title;
    const char* unit;
    Direction better;
};

constexpr auto lower = Direction::lowerIsBetter;
constexpr auto higher = Direction::higherIsBetter;
constexpr auto neither = Direction::none;

constexpr std::array fixedRoles = {
    FixedRole{roles::stepTime, "Step time", "s", lower},
    FixedRole{roles::generationTime, "Generation", "s", lower},
    FixedRole{roles::optimizationTime, "Optimization", "s", lower},
    FixedRole{roles::otherTime, "Other phases", "s", lower},
    FixedRole{roles::unaccountedTime, "Unaccounted", "s", neither},
    FixedRole{roles::completionLength, "Completion length", "tok", neither},
    FixedRole{roles::completionLengthMax, "Longest completion", "tok", neither},
    FixedRole{roles::completionLengthMin, "Shortest completion", "tok", neither},
    FixedRole{roles::completionLengthP10, "Completion length, p10", "tok", neither},
    FixedRole{roles::completionLengthP90, "Completion length, p90", "tok", neither},
    FixedRole{roles::completionLengthP95, "Completion length, p95", "tok", neither},
    FixedRole{roles::throughput, "Throughput", "tok/s", higher},
    FixedRole{roles::tokensPerStep, "Tokens per step", "tok", neither},
    FixedRole{roles::secondsPerToken, "Seconds per token", "s/tok", lower},
    FixedRole{roles::tokensTotal, "Tokens so far", "tok", neither},
    FixedRole{roles::eta, "Printed ETA", "s", lower},
    FixedRole{roles::targetRate, "Target rate", "batches/s", higher},
    FixedRole{roles::drafterRate, "Drafter rate", "batches/s", higher},
    FixedRole{roles::dataWaitTime, "Data wait", "s", lower},
    FixedRole{roles::checkpointTime, "Checkpoint", "s", lower},
    FixedRole{roles::evaluationTime, "Evaluation", "s", lower},
    FixedRole{roles::stepsPerHour, "Steps per hour", "1/h", higher},
    FixedRole{roles::reward, "Reward", "", higher},
    FixedRole{roles::truncation, "Truncated completions", "ratio", lower},
    FixedRole{roles::loss, "Loss", "", lower},
    FixedRole{roles::learningRate, "Learning rate", "", neither},
    FixedRole{roles::noise, "Noise", "", neither},
};

/// "gpu/3/memory" -> "GPU 3 memory" with the unit of the measure; nothing fitting -> no unit.
RoleInfo gpuRole(std::string_view rest) {
    const std::size_t slash = rest.find('/');
    const std::string_view measure = slash == std::string_view::npos ? "" : rest.substr(slash + 1);
    RoleInfo info{"GPU " + std::string(rest.substr(0, slash)) + " " + std::string(measure), "", neither};
    if (measure == "memory")
        info.unit = "B";
    else if (measure == "utilization")
        info.unit = "ratio";
    else if (measure == "temperature")
        info.unit = "degC";
    else if (measure == "clock")
        info.unit = "Hz";
    return info;
}

} // namespace

RoleInfo roleInfo(std::string_view role) {
    const auto found = std::ranges::find(fixedRoles, role, &FixedRole::role);
    if (found != fixedRoles.end())
        return {found->title, found->unit, found->better};
    if (role.starts_with(roles::queuePrefix))
        return {"Queue " + std::string(role.substr(std::string_view(roles::queuePrefix).size())), "items", neither};
    if (role.starts_with(roles::phasePrefix))
        return {std::string(role.substr(std::string_view(roles::phasePrefix).size())), "s", lower};
    if (role.starts_with(roles::gpuPrefix))
        return gpuRole(role.substr(std::string_view(roles::gpuPrefix).size()));
    return {std::string(role), "", neither};
}

} // namespace tachograph
