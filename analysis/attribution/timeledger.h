#pragma once

#include "analysis/attribution/ordinarysteps.h"
#include "analysis/attribution/steprange.h"
#include "analysis/core/job.h"
#include "analysis/run/run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tachograph {

/// What a slow place coincides with.
enum class StallKind { firstSteps, checkpoint, evaluation, checkpointAndEvaluation, restart, other };
inline constexpr std::size_t stallKinds = 6;

/// Time on top of the ordinary steps.
struct Stall {
    std::int64_t step = 0; ///< the slow step, or the one that ends the pause
    double seconds = 0;    ///< above what is usual around it
    StallKind kind = StallKind::other;
    bool betweenSteps = false; ///< a pause that no step time contains
};

/// A logged part of the step, one value for each step of the ledger.
struct LedgerPhase {
    std::string role, name;      ///< "phase/ref", "ref"
    std::vector<double> seconds; ///< s; 0 where a phase that only some steps have did not run
};

/// What every current step of one training took. Each is booked as an ordinary step and, where it stands out, as a
/// stall: a slow step is taken to be as its neighbours are, and what it took beyond that is the stall. Step times thus
/// add up to ordinary steps plus stalls inside of steps. Parallel vectors over the steps, ascending.
struct TimeLedger {
    std::string notApplicable;                     ///< one sentence; empty when there are steps
    std::shared_ptr<const OrdinarySteps> ordinary; ///< where the early rate comes from; never null
    std::vector<std::int64_t> step;
    std::vector<double> seconds; ///< of the ordinary step, s
    std::vector<double> weight;  ///< steps it stands for: those up to the next logged one, holes left out
    std::vector<LedgerPhase> phases;
    std::vector<std::uint8_t> split; ///< 1: the phases of the step are known
    std::vector<Stall> stalls;       ///< ascending by step
    double usualStride = 1;          ///< steps from one logged step time to the next

    // One value a step, NaN where there is none; empty when it is not logged.
    std::vector<double> length, tail, tokens, reward;
    std::string tailName; ///< "p95" of the tail that is logged

    bool gapsKnown = false;        ///< time stamps and logged step times: pauses between steps can be seen
    bool checkpointsKnown = false; ///< any is logged
    bool evaluationsKnown = false;
    /// Steps that stand out come in turn (one that generates, then some that do not): they are how the run works and no
    /// stalls. Levels are then means, since a median is blind to them.
    std::int64_t period = 0; ///< 0: they do not
};

/// Everything that attribution and bill need of a run, whatever the range. Worthless once the job is canceled.
TimeLedger timeLedger(const Run& run, const Job& job = {});
/// With what others need of the step times, too.
TimeLedger timeLedger(const StepTimes& stepTimes, const Job& job);

/// The steps [begin, end) of the ledger that lie in the range; all without a range.
std::pair<std::size_t, std::size_t> stepsIn(const TimeLedger& ledger, const std::optional<StepRange>& range);

} // namespace tachograph
