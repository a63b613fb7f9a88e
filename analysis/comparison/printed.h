#pragma once

#include "analysis/comparison/compareoptions.h"
#include "analysis/comparison/metriccomparison.h"
#include "analysis/comparison/steadyrows.h"
#include "analysis/run/run.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tachograph {

/// What a step printed: the first finite value of its lines, in the unit of the role.
struct PrintedValue {
    double value = 0.0;
    std::int64_t step = 0;
    std::int64_t distance = 0;  ///< steps since the first of its attempt
    std::int64_t sameSince = 0; ///< the steps from here on printed the same value
    std::uint32_t row = 0;
};

/// Of every current step with a larger number than all before it, in order.
std::vector<PrintedValue> printedValues(const Run& run, const Series& series);

/// Of the last printed step that is not after `step`.
std::optional<PrintedValue> printedValue(const Run& run, const Series& series, std::int64_t step);

/// The averages since the start of a role as printed in both runs. Nothing when a run has none.
std::optional<PrintedFigures> printedFigures(const Run& a, const Run& b, std::string_view role, std::int64_t stepA,
                                             std::int64_t stepB);

/// The series of a role that is an average since the start; nullptr when there is none.
const Series* averageSinceStart(const Run& run, std::string_view role);

} // namespace tachograph
