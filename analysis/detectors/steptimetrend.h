#pragma once

#include "analysis/core/job.h"
#include "analysis/detectors/finding.h"
#include "analysis/numerics/creeporshift.h"
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
    std::size_t otherTrainings = 0; ///< steps of earlier trainings in the same recording
};

/// The step time of the current steps of one training, with its attempts laid end to end, and the verdict on it: creep,
/// level shift, undecided, none. What THROUGHPUT_ROT and STEP_TIME_SHIFT share.
struct StepTimeTrend {
    const Series* series = nullptr;
    std::string notApplicable; ///< one sentence; empty when there is a verdict
    LeftOut leftOut;
    std::uint32_t firstAttempt = 0, lastAttempt = 0; ///< of the training, both included
    std::size_t stitched = 0;                        ///< attempts that take part
    std::vector<std::int64_t> step;                  ///< steps that take part, in order
    std::vector<double> value;                       ///< their step times, s
    std::vector<std::uint32_t> attempt;
    numerics::TrendVerdict verdict;

    [[nodiscard]] std::int64_t stepAt(std::size_t index) const { return step[index]; }
    /// Steps of the first and the last fifth.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> earlySteps() const;
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> lateSteps() const;
};

/// Empty verdict with `notApplicable` set when there is nothing to judge. Check job.canceled() afterwards.
StepTimeTrend examineStepTime(const Run& run, double ratio, const Job& job);

/// The step of a shift. Steps left out right in front of it (a checkpoint) belong to the new level when they are nearer
/// to it, so that the answer is the step at which the level changed.
std::int64_t stepOfShift(const Run& run, const StepTimeTrend& trend, const numerics::LevelShift& shift);

/// "×1.9 over 600 steps; +0.11 %/step; slope explains 93 %; D=31; phi=0.62, n=600, n_eff=141; 12 checkpoint steps left
/// out"
std::string reportLine(const StepTimeTrend& trend);

/// The figures behind any verdict: fifths, factor, n, n_eff, what was left out, and so on.
std::vector<Evidence> verdictEvidence(const StepTimeTrend& trend);

/// Both contenders, to draw over the step time.
std::vector<FitLine> fitLines(const StepTimeTrend& trend);

/// {"low-evidence"} when n_eff < 20.
std::vector<std::string> verdictBadges(const StepTimeTrend& trend);

} // namespace tachograph
