#pragma once

#include "analysis/comparison/steadyrows.h"
#include "analysis/run/run.h"

#include <cstddef>
#include <vector>

namespace tachograph {

/// The values of one series in its steady rows, in log order.
struct SteadySample {
    std::vector<double> values; ///< finite, in the unit of the role
    double tau = 1.0;           ///< values that count as one independent value
    double resolution = 0.0;    ///< half width of the median as a share of it, by print and stamp resolution
    bool positive = false;      ///< all above 0: ratios make sense
    bool counted = false;       ///< a count known to within its rounding, not a sample
    [[nodiscard]] double effective() const { return static_cast<double>(values.size()) / tau; }
    [[nodiscard]] double median() const; ///< NaN when empty
};

/// A series that comes from printed stamps is read again from the stamps: one value between two stamps, so that no
/// value counts twice; its resolution is that of the whole stretch. Averages since the start give their printed values:
/// the caller must not judge them.
SteadySample steadySample(const Run& run, const Series& series, const SteadyRows& rows);

/// Fills `positive` and `tau` from the values.
void finishSample(SteadySample& sample);

} // namespace tachograph
