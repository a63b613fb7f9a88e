#include "analysis/numerics/creeporshift.h"

#include "analysis/numerics/blockmedians.h"
#include "analysis/numerics/hampel.h"
#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph::numerics {

namespace {

constexpr std::size_t leastValues = 40, leastBlocks = 20;
constexpr double enoughEvidence = 4.0; // BIC difference
constexpr double significance = 0.05;
constexpr double visibleRise = 1.05; // where a creep begins

/// The series on its way through the rule.
struct Working {
    std::vector<double> log;    ///< ln x, outliers replaced, jumps at boundaries removed
    std::vector<double> offset; ///< what was removed
    BlockMedians blocks;
};

double medianOfFifth(std::span<const double> values, bool first) {
    const std::size_t count = std::max<std::size_t>(1, values.size() / 5);
    return median(first ? values.first(count) : values.last(count));
}

/// Memory of the noise and the number of independent values. Where a value stands for a stretch of at least four
/// (coarse stamps), memory is that of the stretches.
void measureMemory(std::span<const double> log, const Job& job, TrendVerdict& verdict) {
    constexpr double smeared = 4.0;
    const auto n = static_cast<double>(log.size());
    verdict.memory = noiseMemory(log, job);
    double tau = verdict.memory.tau;
    if (verdict.memory.repeats && verdict.memory.lag > 1) {
        const double smear = n / static_cast<double>(runsOfEqual(log));
        if (smear >= smeared) {
            std::vector<double> stretches(log.begin(), log.end());
            stretches.erase(std::unique(stretches.begin(), stretches.end()), stretches.end());
            const bool repeats = verdict.memory.repeats;
            verdict.memory = noiseMemory(stretches, job);
            verdict.memory.repeats = repeats;
            verdict.smear = smear;
            tau = smear * verdict.memory.tau;
        }
    }
    verdict.effective = n / tau;
}

std::size_t blockLengthFor(const TrendVerdict& verdict) {
    constexpr double remembers = 0.15;
    constexpr std::size_t mostBlocks = 120, leastForRepeats = 10;
    const std::size_t n = verdict.count;
    std::size_t length = (n + mostBlocks - 1) / mostBlocks;
    if (verdict.memory.phi > remembers)
        length = std::max(length, static_cast<std::size_t>(std::ceil(2.0 * verdict.memory.tau * verdict.smear)));
    length = std::min(length, n / leastBlocks);
    // Values that are mostly equal say little each, so the cap does not help them: they may turn out too few.
    if (verdict.memory.repeats)
        length = std::max({length, leastForRepeats, static_cast<std::size_t>(std::ceil(verdict.smear))});
    return length;
}

std::vector<std::uint32_t> attemptOfBlocks(const BlockMedians& blocks, std::span<const std::uint32_t> attempt) {
    std::vector<std::uint32_t> result;
    for (std::size_t block = 0; block < blocks.size(); ++block)
        result.push_back(attempt[static_cast<std::size_t>(blocks.centre(block))]);
    return result;
}

/// Median slope between blocks of the same attempt, per value: what the attempts have in common whatever their levels.
double slopeWithinAttempts(const BlockMedians& blocks, std::span<const std::uint32_t> attempt) {
    const std::vector<std::uint32_t> group = attemptOfBlocks(blocks, attempt);
    std::vector<double> slopes;
    for (std::size_t i = 0; i < blocks.size(); ++i)
        for (std::size_t j = i + 1; j < blocks.size() && group[j] == group[i]; ++j)
            slopes.push_back((blocks.medians[j] - blocks.medians[i]) / (blocks.centre(j) - blocks.centre(i)));
    return slopes.empty() ? 0.0 : median(slopes);
}

/// Takes the jumps at the boundaries of attempts off. A tenth of the run on both sides of each is used: single blocks
/// would let the errors of many boundaries add up to a slope of their own.
void stitch(std::span<const std::uint32_t> attempt, Working& work, TrendVerdict& verdict) {
    if (attempt.front() != attempt.back()) {
        const std::size_t window = std::max(verdict.blockLength, verdict.count / 10);
        const double slope = slopeWithinAttempts(blockMedians(work.log, verdict.blockLength), attempt);
        verdict.jumps = boundaryJumps(work.log, attempt, window, slope);
    }
    work.offset = offsets(verdict.count, verdict.jumps);
    for (std::size_t i = 0; i < verdict.count; ++i)
        work.log[i] -= work.offset[i];
}

void decide(TrendVerdict& verdict, const TrendOptions& options) {
    const ShapeFit& slope = verdict.contest.bestSlope();
    verdict.bigEnough = verdict.factor >= options.ratio;
    verdict.changed = verdict.contest.changeEvidence() > enoughEvidence;
    verdict.slopeCarries = slope.slopeRise >= 0.5 * std::log(options.ratio);
    const double whole = slope.slopeRise + std::max(0.0, slope.jump);
    verdict.slopeShare = whole > 0 ? std::clamp(slope.slopeRise / whole, 0.0, 1.0) : 0.0;
    const double evidence = verdict.contest.slopeEvidence();
    // Every offset that was estimated is one more way to go wrong.
    const auto boundaries = static_cast<double>(std::max<std::size_t>(1, verdict.jumps.size()));
    if (!verdict.bigEnough || !verdict.changed)
        verdict.kind = TrendKind::none;
    else if (evidence < 0 || !verdict.slopeCarries)
        verdict.kind = TrendKind::shift;
    else if (evidence > enoughEvidence && verdict.trend.pRising < significance / boundaries)
        verdict.kind = TrendKind::creep;
    else
        verdict.kind = TrendKind::undecided;
}

/// The levels to tell about: two shifts only when the second is worth as much as any change must be; one when flat fits
/// best.
const ShapeFit& levelsToShow(const ShapeContest& contest) {
    const ShapeFit& one = contest.of(Shape::oneShift);
    const ShapeFit& two = contest.of(Shape::twoShifts);
    return one.bic - two.bic > enoughEvidence ? two : one;
}

/// The split of [begin, end) around `near` that fits two levels best, by least absolute deviations.
std::size_t refinedSplit(std::span<const double> log, std::size_t near, std::size_t reach, double before,
                         double after) {
    const std::size_t begin = near > reach ? near - reach : 0, end = std::min(log.size(), near + reach);
    double cost = 0.0, least = 0.0;
    std::size_t best = begin;
    for (std::size_t i = begin; i < end; ++i) { // moving value i from behind the split to before it
        cost += std::abs(log[i] - before) - std::abs(log[i] - after);
        if (cost < least - 1e-12) {
            least = cost;
            best = i + 1;
        }
    }
    return best;
}

void refineShifts(const Working& work, TrendVerdict& verdict) {
    const auto& changes = levelsToShow(verdict.contest).changes;
    const std::span<const double> log(work.log);
    const std::size_t reach = verdict.blockLength;
    std::vector<double> levels;
    for (std::size_t k = 0; k <= changes.size(); ++k) {
        // The block at a change may hold both levels: leave it out of the medians.
        const std::size_t begin = k == 0 ? 0 : work.blocks.begins[changes[k - 1] + 1];
        const std::size_t end = k == changes.size() ? log.size() : work.blocks.begins[changes[k] - 1];
        levels.push_back(median(log.subspan(begin, end - begin)));
    }
    for (std::size_t k = 0; k < changes.size(); ++k) {
        const std::size_t at = refinedSplit(log, work.blocks.begins[changes[k]], reach, levels[k], levels[k + 1]);
        verdict.shifts.push_back({at, std::exp(levels[k]), std::exp(levels[k + 1])});
    }
}

/// Up and down again by at least `ratio`, with two shifts the best of all shapes.
bool isTransient(const TrendVerdict& verdict, const TrendOptions& options) {
    if (verdict.shifts.size() != 2 || verdict.contest.changeEvidence() <= enoughEvidence ||
        verdict.contest.slopeEvidence() >= 0)
        return false;
    const double high = verdict.shifts[0].after;
    return high >= options.ratio * verdict.shifts[0].before && high >= options.ratio * verdict.shifts[1].after;
}

/// A hinge that bends up from a flat start, else the first place where the slope is visible.
std::size_t onsetOf(const Working& work, const TrendVerdict& verdict) {
    const ShapeFit& slope = verdict.contest.bestSlope();
    if (slope.shape == Shape::hinge) {
        const double flatRise = slope.fitted[slope.changes[0]] - slope.fitted[0];
        if (std::abs(flatRise) < std::log(visibleRise))
            return work.blocks.begins[slope.changes[0]];
    }
    const double visible = medianOfFifth(work.log, true) + std::log(visibleRise);
    for (std::size_t block = 0; block < slope.fitted.size(); ++block)
        if (slope.fitted[block] > visible)
            return work.blocks.begins[block];
    return 0;
}

void traceCurves(const Working& work, TrendVerdict& verdict) {
    const ShapeFit& slope = verdict.contest.bestSlope();
    const auto offsetAt = [&](double index) {
        return work.offset[static_cast<std::size_t>(index)];
    };
    for (std::size_t block = 0; block < slope.fitted.size(); ++block) {
        const double index = work.blocks.centre(block);
        verdict.slopeCurve.push_back({index, std::exp(slope.fitted[block] + offsetAt(index))});
    }
    const auto level = [&](double index, double value) {
        verdict.levelCurve.push_back({index, value * std::exp(offsetAt(index))});
    };
    const auto last = static_cast<double>(verdict.count - 1);
    // A corner on both sides of every jump, of the level as well as of an attempt.
    std::vector<std::size_t> corners{0};
    for (const LevelShift& shift : verdict.shifts)
        corners.push_back(shift.at);
    for (const BoundaryJump& jump : verdict.jumps)
        corners.push_back(jump.at);
    std::ranges::sort(corners);
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    for (std::size_t k = 0; k < corners.size(); ++k) {
        double value = verdict.shifts.front().before;
        for (const LevelShift& shift : verdict.shifts)
            value = corners[k] >= shift.at ? shift.after : value;
        level(static_cast<double>(corners[k]), value);
        level(k + 1 < corners.size() ? static_cast<double>(corners[k + 1]) - 1.0 : last, value);
    }
}

} // namespace

TrendVerdict judgeTrend(std::span<const double> values, std::span<const std::uint32_t> attempt,
                        const TrendOptions& options, const Job& job) {
    constexpr std::size_t window = 11;
    constexpr double outlier = 4.0;
    TrendVerdict verdict;
    verdict.count = values.size();
    verdict.factor = std::numeric_limits<double>::quiet_NaN();
    if (values.empty() || job.canceled())
        return verdict;
    verdict.early = medianOfFifth(values, true);
    verdict.late = medianOfFifth(values, false);
    verdict.factor = verdict.late / verdict.early;
    if (values.size() < leastValues)
        return verdict;

    std::vector<double> raw(values.size());
    std::ranges::transform(values, raw.begin(), [](double value) { return std::log(value); });
    Working work;
    work.log = hampelFilter(raw, window, outlier, options.relativeResolution, job);
    if (job.canceled())
        return verdict;
    measureMemory(work.log, job, verdict);
    verdict.blockLength = blockLengthFor(verdict);
    if (verdict.count / verdict.blockLength < leastBlocks || job.canceled())
        return verdict;

    stitch(attempt, work, verdict);
    for (std::size_t i = 0; i < verdict.count; ++i)
        raw[i] -= work.offset[i];
    verdict.factor = std::exp(medianOfFifth(raw, false) - medianOfFifth(raw, true));
    work.blocks = blockMedians(work.log, verdict.blockLength);
    verdict.blocks = work.blocks.size();
    const double least = std::max(1e-12, options.relativeResolution * options.relativeResolution / 3.0);
    verdict.contest = fitShapes(work.blocks.medians, least);
    verdict.trend = groupedMannKendall(work.blocks.medians, attemptOfBlocks(work.blocks, attempt),
                                       serialInflation(work.blocks.medians));
    decide(verdict, options);
    refineShifts(work, verdict);
    verdict.transient = isTransient(verdict, options);
    verdict.onset = onsetOf(work, verdict);
    traceCurves(work, verdict);
    return verdict;
}

} // namespace tachograph::numerics
