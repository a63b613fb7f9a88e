#pragma once

#include "analysis/run/run.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Step times with a planted truth, to measure how often the verdict is right.
namespace tachograph::tests {

/// Shape of the mean, from 1 to `rise` over the run unless the name says otherwise.
enum class Truth {
    flat,
    upThenDown,   ///< the middle third is higher
    oneStep,      ///< at `place`
    twoSteps,     ///< equal factors, at a third and two thirds
    stepAndDrift, ///< a step at `place`, with 4 % of drift over the run
    linear,
    hockeyStick,      ///< flat up to the middle, then linear
    staircase,        ///< eight equal levels
    halfStepHalfRamp, ///< linear to the middle of the rise, the rest at once at `place`
    squareRoot,       ///< rises fast, then slower
    logarithmic,
    randomCreep ///< a power of time, 0.5 to 2, from a start in the first 40 %; both drawn
};

/// How the noise of one step goes with that of others. All have the same standard deviation.
enum class NoiseShape {
    autoregressive, ///< the one that the rule was made with
    movingAverage,  ///< mean of the last 8 draws: forgets at once, but remembers fully up to there
    heavyTails,     ///< autoregressive on Student's t with 3 degrees of freedom
    lengthBuckets   ///< batches of five lengths in random order: levels 30 % apart, on top of the noise
};

struct Plan {
    Truth truth = Truth::flat;
    std::size_t steps = 300;
    double phi = 0.5;    ///< lag-1 correlation of the noise
    double noise = 0.10; ///< standard deviation of its logarithm
    double rise = 2.0;
    double place = 0.5;       ///< of a step, as a share of the run
    bool stalls = true;       ///< steps 50, 100, ... take 10 times as long and are logged as checkpoints
    std::size_t attempts = 1; ///< the job is resumed this many times less one, without lost steps
    double restartNoise = 0;  ///< standard deviation of the level's change at a restart, in logarithms
    double restartRise = 0;   ///< mean change of the level at a restart, in logarithms
    NoiseShape shape = NoiseShape::autoregressive;
    std::size_t sawTooth = 1;  ///< every such step, from the first on, generates as well and takes 20 times as long
    std::size_t slowStart = 0; ///< so many steps after every (re)start take 8, 4, 2 ... times as long
    std::size_t evaluationEvery = 0; ///< every such step takes 3 times as long; no event tells
    double printed = 0;              ///< step times are rounded to multiples of this, s; 0 = as they are
};

/// Numbers 0, 1, 2, ... give different runs of the same plan; the same number always the same run.
std::shared_ptr<const Run> simulate(const Plan& plan, std::uint64_t number);

/// How many of `runs` simulated runs got each verdict.
struct Verdicts {
    std::size_t creep = 0, shift = 0, undecided = 0, none = 0, tooShort = 0;
    [[nodiscard]] std::size_t total() const { return creep + shift + undecided + none + tooShort; }
    [[nodiscard]] double percent(std::size_t count) const {
        return 100.0 * static_cast<double>(count) / static_cast<double>(total());
    }
};
Verdicts judge(const Plan& plan, std::size_t runs);

/// How many of the same runs the textbook rule calls a creep: mean of the last fifth over mean of the first >= 1.4, and
/// a rising Mann-Kendall trend (p < 0.05 on the raw steps; Sen's slope is then positive as well).
std::size_t textbookCreeps(const Plan& plan, std::size_t runs);

const char* truthName(Truth truth);
const char* noiseName(NoiseShape shape);

/// A line of the acceptance: a plan and the least or most share of a verdict.
struct Demand {
    const char* what;
    Plan plan;
    std::size_t Verdicts::*verdict;
    bool atLeast;
    double percent;
};
const std::vector<Demand>& acceptance();

} // namespace tachograph::tests
