#pragma once

#include "analysis/comparison/comparison.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tachograph {

/// How one run's rate came up from its start or resume, on an axis that counts from there: what was printed, which may
/// be an average since the start, beside the true rate. Parallel vectors, ascending position; at most mostPoints each.
struct RampCurve {
    static constexpr std::size_t mostPoints = 400;
    std::vector<double> printedAt, printed;     ///< averages since the start, in the unit of the role
    std::vector<double> rateAt, rate;           ///< the rate itself: de-averaged, or as logged
    double level = 0.0;                         ///< median of the rate where the run is steady; NaN when nothing is
    std::optional<double> steadyFrom, steadyTo; ///< the stretch that the statistics use
    std::optional<double> startUp;              ///< to the first work; only on an axis of seconds
    struct Mark {
        double at = 0.0, value = 0.0;
        std::int64_t distance = 0; ///< steps since the start
    };
    std::optional<Mark> quoted;     ///< the printed value at the distance that both runs have
    std::optional<double> ninetyAt; ///< where the printed average first reaches 90 % of `level`
    [[nodiscard]] bool empty() const { return printed.empty() && rate.empty(); }
};

/// Both ramps on one axis.
struct RampCurves {
    std::string role, unit;
    bool inSeconds = false; ///< else in steps
    bool averaged = false;  ///< a run prints an average since the start
    double length = 0.0;    ///< the part of the axis that tells the ramp; beyond it little changes
    RampCurve a, b;
};

/// Of the last attempt of each: the throughput, else another rate that a run prints as an average since its start; when
/// none does but one of them still speeds up, the throughput. Nothing when there is no ramp to show.
std::optional<RampCurves> rampCurves(const Comparison& comparison);

} // namespace tachograph
