#pragma once

#include "analysis/core/job.h"
#include "analysis/run/run.h"

#include <cstdint>
#include <vector>

namespace tachograph {

/// A series with one value a step and attempt, in the unit of its role, in log order. Parallel vectors.
struct StepValues {
    std::vector<std::int64_t> step;
    std::vector<double> value; ///< by the run's repeat rule over the finite ticks of the step; NaN when none is finite
    std::vector<double> low, high;  ///< smallest and largest tick of the step; of sampled exports the recorded range
                                    ///< (NaN where there is none); both empty when no step has several values
    std::vector<std::uint32_t> row; ///< the last row of the step in that attempt
    std::vector<std::uint32_t> attempt;
    std::vector<std::uint8_t> superseded; ///< 1: a later attempt has this step too; empty with Include::current

    [[nodiscard]] std::size_t size() const { return step.size(); }
};

enum class Include {
    current, ///< what statistics use: the last attempt of every step
    all      ///< what is drawn: superseded steps too
};

/// Steps at which the series has no value (not even a NaN) are not in the answer: a gap stays a gap.
/// A canceled job gives part of the answer.
StepValues stepValues(const Run& run, const Series& series, Include include, const Job& job = {});

} // namespace tachograph
