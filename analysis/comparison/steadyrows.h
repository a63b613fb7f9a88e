#pragma once

#include "analysis/comparison/compareoptions.h"
#include "analysis/run/run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tachograph {

/// Which rows of a run a comparison may use, and how many steps were left out for which reason.
struct SteadyRows {
    std::vector<std::uint8_t> use; ///< one a row
    std::vector<double> position;  ///< one a row, on the axis of the comparison, offset included; NaN = not on it
    std::size_t steps = 0;         ///< used
    std::size_t warmUpSteps = 0, eventSteps = 0, outsideSteps = 0, afterFailureSteps = 0; ///< left out
    std::optional<std::size_t> failureRow;   ///< of the first OOM or exception that ends the steady rows
    std::optional<std::int64_t> failureStep; ///< its step; steps from there on are left out
};

/// Rows that a chosen range of the axis leaves: what every number of the comparison rests on.
struct RowFilter {
    std::vector<std::uint8_t> keep; ///< one a row; empty = nothing was chosen, every row
    [[nodiscard]] bool operator()(std::size_t row) const { return keep.empty() || keep[row] != 0; }
};

/// The rows whose position lies in [least, most]; rows without a position do not.
RowFilter rowsBetween(const std::vector<double>& position, double least, double most);

/// What one side is asked for.
struct SteadyWish {
    XAxis axis = XAxis::step;
    double offset = 0.0;
    double least = 0.0, most = 0.0; ///< on the axis, infinite = open
    bool leaveOutEvents = true;
};

/// Leaves out superseded rows, the warm-up of every attempt (at most 5 % of its steps), checkpoint and evaluation steps
/// and their neighbours (when asked for), rows outside of [least, most], and everything from the first out-of-memory or
/// exception on when at least half of the steps lie before it: what is lost there is said apart.
SteadyRows steadyRows(const Run& run, const SteadyWish& wish);

} // namespace tachograph
