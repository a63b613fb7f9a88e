#pragma once

#include "analysis/attribution/ordinarysteps.h"
#include "analysis/attribution/steptimes.h"
#include "analysis/core/job.h"
#include "analysis/detectors/finding.h"
#include "analysis/numerics/creeporshift.h"
#include "analysis/run/run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tachograph {

/// The step time of the current steps of one training, with its attempts laid end to end, and the verdict on it: creep,
/// level shift, undecided, none. What THROUGHPUT_ROT and STEP_TIME_SHIFT share.
struct StepTimeTrend {
    std::shared_ptr<const OrdinarySteps> steps; ///< never null
    std::string notApplicable;                  ///< one sentence; empty when there is a verdict
    numerics::TrendVerdict verdict;

    [[nodiscard]] std::int64_t stepAt(std::size_t index) const { return steps->step[index]; }
};

/// Empty verdict with `notApplicable` set when there is nothing to judge. Check job.canceled() afterwards.
StepTimeTrend examineStepTime(const StepTimes& stepTimes, double ratio, const Job& job);
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
