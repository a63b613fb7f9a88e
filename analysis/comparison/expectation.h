#pragma once

#include "analysis/comparison/settingsdiff.h"
#include "analysis/run/run.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace tachograph {

/// What the changed settings explain of the speed, and what is left over. Factors of speed, B over A.
struct Expectation {
    struct Cause {
        std::string key;
        double factor = 1.0; ///< B's value over A's
    };
    double expected = 1.0;
    double bound = 1.0; ///< if speed were proportional to every cause
    double observed = std::numeric_limits<double>::quiet_NaN();
    double unexplained = std::numeric_limits<double>::quiet_NaN(); ///< observed / expected
    std::vector<Cause> because;
    bool measured = false;                ///< expected was measured by tokens per batch or step; else it is the bound
    std::vector<std::string> inseparable; ///< keys of all rows with a possible effect that changed together
    std::string experiment;               ///< what would separate them; empty when there is nothing to separate
    std::string text;
};

/// Work that was measured in both runs: tokens per batch or step.
struct MeasuredWork {
    double a = 0.0, b = 0.0; ///< tokens per batch (per step when batches are not known)
    bool perBatch = false;
};

Expectation expectedEffect(const std::vector<SettingDifference>& config,
                           const std::vector<SettingDifference>& environment,
                           const std::optional<MeasuredWork>& measured, double observedFactor);

} // namespace tachograph
