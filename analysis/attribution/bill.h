#pragma once

#include "analysis/attribution/steprange.h"
#include "analysis/attribution/timeledger.h"
#include "analysis/attribution/timeparts.h"
#include "analysis/core/job.h"
#include "analysis/run/run.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace tachograph {

/// The pace of an ordinary step at the beginning: the median of the first fifth of the ordinary steps of the whole
/// recording, whatever range is billed.
struct EarlyRate {
    double seconds = 0; ///< of a step
    StepRange steps;
    std::size_t count = 0; ///< step times it is taken from
    bool mean = false;     ///< their mean: steps that stand out come in turn, and a median is blind to them
};

/// What a range of steps took, and what of it is above the early rate, by what it coincides with.
struct Bill {
    EarlyRate early;
    StepRange range;
    double steps = 0;            ///< billed; those between logged ones included
    double seconds = 0;          ///< what they took: ordinary steps, stalls, steps done again, time between attempts
    double above = 0;            ///< seconds - steps x early rate; negative when they were faster
    double slower = 0;           ///< the part of `above` that ordinary steps carry; the rest is stalls and restarts
    double betweenAttempts = 0;  ///< the part of `above` in which no attempt ran
    std::vector<TimePart> parts; ///< add up to `above`
    std::vector<TimePart> whole; ///< add up to `seconds`: phases, unaccounted, stalls, steps done again

    double gpus = 0; ///< 0 = not known
    /// of `above`, time between attempts left out: whether the GPUs were held then is not logged. NaN when gpus is 0.
    double gpuHours = std::numeric_limits<double>::quiet_NaN();
    double cost = std::numeric_limits<double>::quiet_NaN(); ///< gpuHours x the user's price; NaN without one

    // What was bought meanwhile.
    double rewardBefore = std::numeric_limits<double>::quiet_NaN(); ///< median of the first fifth of the range
    double rewardAfter = std::numeric_limits<double>::quiet_NaN();  ///< of its last fifth
    double tokens = std::numeric_limits<double>::quiet_NaN();       ///< of all its steps; NaN when not logged
};

/// From the first fifth of a range to its last, per step, stalls included.
struct EarlyToLate {
    std::string notApplicable; ///< one sentence; empty when there are two sides
    StepSide early, late;      ///< medians of ordinary steps
    double before = 0, after = 0;
    std::vector<TimePart> parts; ///< add up to after - before
};

/// Where the time of a range went, all three ways of looking at it.
struct TimeAccount {
    std::string notApplicable; ///< one sentence; empty when there is a bill
    Bill bill;
    EarlyToLate change;
    std::vector<std::string> notLogged; ///< "completion length": parts that are therefore missing, not zero
    std::vector<std::string> notes;     ///< "step time is derived from ..."
};

struct BillOptions {
    std::optional<StepRange> range; ///< nothing: the whole recording
    double pricePerGpuHour = 0;     ///< 0: the user gave none
};

/// `ledger` must be the run's own. Worthless once the job is canceled.
///
/// The bill alone; nothing where there is none.
std::optional<Bill> billTime(const Run& run, const TimeLedger& ledger, const BillOptions& options, const Job& job);
TimeAccount accountTime(const Run& run, const TimeLedger& ledger, const BillOptions& options = {}, const Job& job = {});

} // namespace tachograph
