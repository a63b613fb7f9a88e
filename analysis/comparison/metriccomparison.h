#pragma once

#include "analysis/comparison/verdict.h"
#include "analysis/run/series.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tachograph {

struct SideFigures {
    double median = 0.0;     ///< in the unit of the role; NaN when nothing is steady
    std::size_t count = 0;   ///< n: values judged
    double effective = 0.0;  ///< n_eff: independent values they are worth
    double resolution = 0.0; ///< half width of the median as a share of it, by print and stamp resolution
};

/// Averages since the start as they were printed, at one step of each side. Different distances from the start make
/// them different quantities.
struct PrintedPair {
    double a = 0.0, b = 0.0, effect = 0.0; ///< in the unit of the role; effect = b / a - 1
    std::int64_t stepA = 0, stepB = 0;
    std::int64_t distanceA = 0, distanceB = 0;   ///< steps since the first of their attempts
    std::int64_t sameSinceA = 0, sameSinceB = 0; ///< the first of the steps up to these that printed the same values
};

struct PrintedFigures {
    PrintedPair quoted;                       ///< at the steps that were asked for, else the last ones
    std::optional<PrintedPair> equalDistance; ///< both at the shorter of the two distances; nothing when one has none
    /// Equal distances, from 1 up to there, at which the printed values differ, and at how many of them B's is lower.
    /// They are not independent: a longer start-up alone keeps every one of them lower.
    std::size_t lower = 0, distances = 0;
};

/// One quantity in both runs. Effects are B / A - 1.
struct MetricComparison {
    std::string role;
    std::string key; ///< as recorded; "KEY OF A / KEY OF B" where they differ
    std::string unit;
    Scope scope = Scope::unknown;
    SideFigures a, b;
    double effect = 0.0;          ///< NaN when not judged
    double low = 0.0, high = 0.0; ///< 95 % interval within these recordings, at least as wide as the resolution allows
    double p = 1.0, pHolm = 1.0;  ///< NaN when not tested
    Verdict verdict = Verdict::tooFew;
    bool counted = false;  ///< a count known to within its rounding, not a sample: judged by the rounding alone
    bool averaged = false; ///< the recording holds an average since the start; the figures are de-averaged
    std::optional<PrintedFigures> printed; ///< then: as printed
    std::string note;                      ///< "not observable: q_hs is full in B"
};

} // namespace tachograph
