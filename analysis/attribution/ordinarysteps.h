#pragma once

#include "analysis/core/job.h"
#include "analysis/run/run.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tachograph {

/// Steps from one to another, also where the difference of the two numbers does not fit into an integer.
inline double stepDistance(std::int64_t from, std::int64_t to) {
    return static_cast<double>(to) - static_cast<double>(from);
}

/// What was not judged, and why.
struct LeftOut {
    std::size_t warmUp = 0;         ///< steps after each (re)start
    std::size_t checkpoint = 0;     ///< checkpoint steps and their neighbours
    std::size_t notFinite = 0;      ///< NaN, infinite, zero or negative step times
    std::size_t shortAttempts = 0;  ///< steps of attempts too short to be stitched
    std::size_t partPeriods = 0;    ///< steps of periods of a saw-tooth that are not whole or hold a checkpoint
    std::size_t otherTrainings = 0; ///< steps of earlier trainings in the same recording
};

/// The step times that say at which pace a job trains: the current steps of one training, first steps after a start and
/// checkpoint steps left out. What detectors judge and what the early rate is taken from. Parallel vectors.
struct OrdinarySteps {
    const Series* series = nullptr;
    std::string notApplicable; ///< one sentence; empty when there are steps
    double resolution = 0;     ///< half width of a value as a share of it
    LeftOut leftOut;
    std::uint32_t firstAttempt = 0, lastAttempt = 0; ///< of the training, both included
    std::size_t stitched = 0;                        ///< attempts that take part
    std::vector<std::int64_t> step;                  ///< steps that take part, in order
    std::vector<double> value;                       ///< their step times, s
    std::vector<std::uint32_t> attempt;
    std::size_t period = 1; ///< steps that a value is the mean of: more than 1 for a saw-tooth, taken by whole periods

    /// Steps of the first and the last fifth.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> earlySteps() const;
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> lateSteps() const;
};

class StepTimes;

/// Nothing but `notApplicable` when the step time is not known or only as an average since the start. Check
/// job.canceled() afterwards.
OrdinarySteps ordinarySteps(const StepTimes& stepTimes, const Job& job);
OrdinarySteps ordinarySteps(const Run& run, const Job& job);

} // namespace tachograph
