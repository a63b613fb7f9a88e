#pragma once

#include "analysis/comparison/compareoptions.h"
#include "analysis/comparison/metriccomparison.h"
#include "analysis/comparison/steadyrows.h"
#include "analysis/run/run.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace tachograph {

/// A printed value: the first finite one of the last printed step that is not after `step`, in the unit of the role.
struct PrintedValue {
    double value = 0.0;
    std::int64_t step = 0;
    std::int64_t distance = 0; ///< steps since the first of its attempt
};
std::optional<PrintedValue> printedValue(const Run& run, const Series& series, std::int64_t step);

/// The averages since the start of a role as printed in both runs. Nothing when a run has none.
std::optional<PrintedFigures> printedFigures(const Run& a, const Run& b, std::string_view role, std::int64_t stepA,
                                             std::int64_t stepB);

/// The series of a role that is an average since the start; nullptr when there is none.
const Series* averageSinceStart(const Run& run, std::string_view role);

} // namespace tachograph
