#pragma once

#include "analysis/attribution/phasefit.h"
#include "analysis/attribution/steprange.h"
#include "analysis/attribution/timeledger.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace tachograph {

/// One part of a difference in time, or of a bill.
struct TimePart {
    /// "length", "tail", "tokens", "phase/NAME" (also generation and optimization), "unaccounted", "first-steps",
    /// "checkpoints", "evaluation", "checkpoints-and-evaluation", "restarts", "stalls", "redone".
    std::string id;
    std::string name;   ///< for people: "longer completions", "generation at equal length"
    double seconds = 0; ///< later minus earlier, a step; of a bill: of all its steps
    double before = std::numeric_limits<double>::quiet_NaN(); ///< s a step on both sides; NaN where the part is no time
    double after = std::numeric_limits<double>::quiet_NaN();  ///< of its own, such as the length
    std::string role;                                         ///< the series that shows it; empty: step time
    std::vector<std::int64_t> places;                         ///< steps of stalls on the later side
    std::string note;                                         ///< a phrase, may be empty
};

/// How the time of an ordinary step is summed up.
enum class Level { median, mean };

/// What a step of a stretch takes on average.
struct StepSide {
    StepRange range;
    std::size_t count = 0;                   ///< logged step times
    double steps = 0;                        ///< steps they stand for
    double level = 0;                        ///< of the ordinary step, s
    std::vector<double> phases;              ///< s, as in the ledger; empty when the split is not known here
    double length = 0, tail = 0, tokens = 0; ///< summed up as the level is; NaN when not logged here
    std::array<double, stallKinds> stalls{}; ///< s a step
    std::array<std::vector<std::int64_t>, stallKinds> stallSteps;

    /// Ordinary step and stalls.
    [[nodiscard]] double total() const;
    /// What no logged phase covers; negative where phases overlap. NaN when the split is not known.
    [[nodiscard]] double unaccounted() const;
};

/// The steps of the ledger in `range`. A median level is that of the ordinary steps, as detectors judge them.
StepSide sideOf(const TimeLedger& ledger, const StepRange& range, Level level);

/// Median reward of a range; NaN when it is not logged there.
double rewardIn(const TimeLedger& ledger, const StepRange& range);

/// b.total() - a.total() in parts that add up to it: length, tail and tokens per step, each phase at equal length,
/// what is unaccounted, stalls by what they coincide with.
///
/// A phase takes p = a + b x tokens; its fixed part a comes from a robust line over the whole recording. The rest of it
/// is a product, length x tail over length x tokens beyond what the length gives x seconds for one of them, and the
/// difference of two products is shared out by the logarithms of the ratios, weighted with their logarithmic mean
/// (LMDI: B. W. Ang, Energy Policy 32 (2004) 1131-1139), which leaves no residue and favours no side.
///
/// `fits` are fitPhases(ledger).
std::vector<TimePart> explainDifference(const TimeLedger& ledger, const PhaseFits& fits, const StepSide& a,
                                        const StepSide& b);

} // namespace tachograph
