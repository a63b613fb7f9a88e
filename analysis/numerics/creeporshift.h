#pragma once

#include "analysis/core/job.h"
#include "analysis/numerics/autocorrelation.h"
#include "analysis/numerics/changemodels.h"
#include "analysis/numerics/mannkendall.h"
#include "analysis/numerics/stitching.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

/// Does a positive series creep up, or did its level shift? The rule that decides; how often it is right is measured by
/// tests/bench.
///
/// 1. Logarithm; Hampel filter (window 11, 4 scaled MADs) unless blocks are longer than that.
/// 2. Memory phi, n_eff = n (1 - phi) / (1 + phi). Medians of at most about 300 blocks (stitched: 200), none of them
///    over a restart: short blocks keep the jump of a level sharp.
/// 3. Six shapes by generalised least squares: the noise of blocks remembers as phi says, and every attempt has a level
///    of its own, so a jump at a restart is never a slope.
/// 4. Gate A: median of the last fifth / median of the first >= ratio, jumps at restarts taken off. Gate B: some change
///    beats flat (BIC), and noise around flat (below n_eff = 20, where the noise is large, of a memory somewhat larger
///    than phi) does as much in less than 1 % of simulated series. Stitched: in less than 5 %, or gives as good a
///    rising line in less than 1.5 %.
/// 5. D = BIC(best levels) - BIC(best slope). A creep: D > -2 (below 200 steps: D > -8), and noise around two shifts,
///    the levels that come closest to a slope, reaches D in less than 5 % of simulated series (below 200 steps 8 %,
///    with phi > 0.65 15 %; where the noise exceeds 0.4 ln(ratio) 2 %). The slope alone rises by at least ln(ratio) /
///    2; Mann-Kendall on the blocks, within attempts, p < 0.05. Below n_eff = 20 a line is likely, too, whatever the
///    memory is: its log odds against levels exceed 1 + 120 / n.
/// A or B fails: none. All of 5: creep. Else shift when D < 0 or the slope carries too little, and undecided otherwise.
namespace tachograph::numerics {

enum class TrendKind { tooShort, none, shift, creep, undecided };

struct TrendOptions {
    double ratio = 1.4;            ///< least factor from the first to the last fifth
    double relativeResolution = 0; ///< half width of a value, as a share of it: print or stamp resolution
};

/// A change of level at a value of the input.
struct LevelShift {
    std::size_t at = 0;           ///< first value of the new level
    double before = 0, after = 0; ///< medians of the levels on both sides, offsets removed
};

struct TrendPoint {
    double index = 0, value = 0; ///< position in the input (may lie between two values), value in its unit
};

struct TrendVerdict {
    TrendKind kind = TrendKind::tooShort;
    std::size_t count = 0; ///< n
    Memory memory;
    double smear = 1;     ///< equal neighbours that stand for one value
    double effective = 0; ///< n_eff
    std::size_t blockLength = 0, blocks = 0;
    double early = 0, late = 0;      ///< medians of the first and last fifth as they are
    double factor = 0;               ///< late / early with the jumps at boundaries removed; NaN when it cannot be said
    std::vector<BoundaryJump> jumps; ///< logarithms

    // Everything below is filled unless tooShort.
    ShapeContest contest;
    MannKendall trend;      ///< of the block medians, within attempts, variance corrected
    double flatChance = 1;  ///< simulated series around flat with as much change; 1 when not asked
    double levelChance = 1; ///< simulated series around two shifts with as much D; 1 when not asked
    double lineOdds = std::numeric_limits<double>::quiet_NaN(); ///< see lineodds.h; NaN when not asked
    bool bigEnough = false;                                     ///< gate A: factor
    bool changed = false;                                       ///< gate B: any change at all
    bool slopeCarries = false;                                  ///< the slope alone rises by half of ln(ratio)
    double slopeShare = 0;                          ///< part of the fitted rise that the slope carries, 0..1
    std::vector<LevelShift> shifts;                 ///< of the best levels (one at least), refined to single values
    bool transient = false;                         ///< up by `ratio` and down again
    std::size_t onset = 0;                          ///< index of the creep's onset
    std::vector<TrendPoint> slopeCurve, levelCurve; ///< the two contenders over the input, offsets added back

    /// Values on both sides of a fitted shift among which it is placed, and within which an event coincides with it.
    [[nodiscard]] std::size_t shiftReach() const { return blockLength < 5 ? 5 : blockLength; }
    [[nodiscard]] bool lowEvidence() const { return effective < 20.0; }
};

/// `values` positive and finite, in order, warm-up and superseded ones left out; `attempt` parallel to it (consecutive,
/// equal = one attempt). Returns tooShort below 40 values or 20 blocks. O(n log n).
TrendVerdict judgeTrend(std::span<const double> values, std::span<const std::uint32_t> attempt,
                        const TrendOptions& options = {}, const Job& job = {});

} // namespace tachograph::numerics
