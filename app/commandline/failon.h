#pragma once

#include "analysis/comparison/comparison.h"
#include "app/commandline/arguments.h"
#include "app/commandline/exitstatus.h"

#include <optional>
#include <variant>

namespace tachograph::app {

/// What --fail-on worse[:PCT] asks for; without a share it was not asked.
struct FailOn {
    std::optional<double> share; ///< PCT / 100
};

std::variant<FailOn, UsageError> readFailOn(const Arguments& arguments);

/// Met when the verdict is worse and the whole interval lies beyond the share. Done when nothing was asked.
ExitStatus judge(const Comparison& comparison, const FailOn& failOn);

} // namespace tachograph::app
