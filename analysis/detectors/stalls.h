#pragma once

#include "analysis/attribution/steptimes.h"
#include "analysis/core/job.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tachograph {

/// Where stalls were looked for: in the step time, or between the steps (wall-clock gaps minus step time).
enum class StallPlace { insideStep, outsideStep };

/// Slow places of one kind and how they coincide with checkpoints.
struct StallCoincidence {
    StallPlace place = StallPlace::insideStep;
    std::size_t looked = 0;          ///< places with a value; 0 = nothing to look at
    std::size_t slow = 0;            ///< above the local median (window 51) + 4 scaled MADs
    std::size_t checkpoints = 0;     ///< with a value
    double expected = 0;             ///< coincidences by chance: checkpoints x share of slow places
    double p = 1;                    ///< hypergeometric, times 2 for the choice between the step and the one after it
    std::vector<std::int64_t> steps; ///< of the checkpoints that coincide with a slow place
    std::vector<double> seconds;     ///< by how much each is above the local median

    [[nodiscard]] double total() const;
};

struct Stalls {
    StallCoincidence inside, outside;
    double stepSeconds = 0; ///< step times of all current steps added up
    std::size_t steps = 0;  ///< with a step time

    /// Seconds of coinciding stalls over step seconds plus stalls between the steps.
    [[nodiscard]] double share(bool withInside, bool withOutside) const;
};

/// Looks at the current steps of all attempts. Their series must be a current one.
Stalls findStalls(const StepTimes& stepTimes, const Job& job);

/// A pause between two steps: wall clock minus step time, far above what is usual around it.
struct Pause {
    std::int64_t before = 0, at = 0; ///< the steps it lies between
    double seconds = 0;              ///< above the local median
};
struct Pauses {
    std::vector<Pause> list;
    std::size_t looked = 0; ///< places between steps with a time stamp on both sides
    double seconds = 0;     ///< step times of all current steps and all pauses, added up
};
Pauses findPauses(const StepTimes& stepTimes, const Job& job);

} // namespace tachograph
