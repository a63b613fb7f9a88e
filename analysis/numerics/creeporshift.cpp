#include "analysis/numerics/creeporshift.h"

#include "analysis/numerics/blockmedians.h"
#include "analysis/numerics/creepdemands.h"
#include "analysis/numerics/hampel.h"
#include "analysis/numerics/lineodds.h"
#include "analysis/numerics/memorybylags.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/numerics/shapesimulation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph::numerics {

namespace {

constexpr std::size_t leastValues = 40, leastBlocks = 20;
constexpr double enoughEvidence = 4.0; // BIC difference
constexpr double significance = 0.05;  // of the rank test
constexpr double visibleRise = 1.05;   // where a creep begins
constexpr std::size_t mostBlocks = 300, mostBlocksOfAttempts = 200;
constexpr std::size_t filterWindow = 11;

/// The series on its way through the rule.
struct Working {
    std::vector<double> log;    ///< ln x, outliers replaced
    std::vector<double> offset; ///< jumps at restarts in front of each value, by the best shape; empty: none
    BlockMedians blocks;
    std::vector<double> x;              ///< middles of the blocks
    std::vector<std::uint32_t> attempt; ///< of the blocks
    double correlation = 0;             ///< of neighbouring blocks

    [[nodiscard]] ShapeInput shapes() const { return {blocks.medians, x, attempt, correlation}; }
};

double medianOfFifth(std::span<const double> values, bool first) {
    const std::size_t count = std::max<std::size_t>(1, values.size() / 5);
    return median(first ? values.first(count) : values.last(count));
}

/// Empty when there are no jumps: zeros for a million values need not be written.
std::vector<double> offsetsOf(const std::vector<BoundaryJump>& jumps, std::size_t count) {
    return jumps.empty() ? std::vector<double>() : offsets(count, jumps);
}

/// The values less the jumps in front of them; `copy` holds them where there are any.
std::span<const double> without(std::span<const double> values, const std::vector<double>& offset,
                                std::vector<double>& copy) {
    if (offset.empty())
        return values;
    copy.assign(values.begin(), values.end());
    for (std::size_t i = 0; i < copy.size(); ++i)
        copy[i] -= offset[i];
    return copy;
}

/// At most 20,000 values, in ten stretches: memory is the same everywhere, and sorting millions takes time.
std::vector<double> sampleOf(std::span<const double> log) {
    constexpr std::size_t stretches = 10, length = 2'000;
    if (log.size() <= stretches * length)
        return {log.begin(), log.end()};
    std::vector<double> sample;
    for (std::size_t k = 0; k < stretches; ++k) {
        const auto stretch = log.subspan(k * (log.size() - length) / (stretches - 1), length);
        sample.insert(sample.end(), stretch.begin(), stretch.end());
    }
    return sample;
}

/// Memory of the noise and the number of independent values. Where a value stands for a stretch of at least four
/// (coarse stamps), memory is that of the stretches.
void measureMemory(std::span<const double> log, const Job& job, TrendVerdict& verdict) {
    constexpr double smeared = 4.0;
    std::vector<double> sample = sampleOf(log);
    verdict.memory = memoryByLags(sample);
    double tau = verdict.memory.tau;
    if (verdict.memory.repeats) {
        verdict.memory = noiseMemory(sample, job);
        tau = verdict.memory.tau;
        const double smear = static_cast<double>(sample.size()) / static_cast<double>(runsOfEqual(sample));
        if (verdict.memory.lag > 1 && smear >= smeared) {
            sample.erase(std::unique(sample.begin(), sample.end()), sample.end());
            verdict.memory = noiseMemory(sample, job);
            verdict.memory.repeats = true;
            verdict.smear = smear;
            tau = smear * verdict.memory.tau;
        }
    }
    verdict.effective = static_cast<double>(log.size()) / tau;
}

/// Values of the middle one of the attempts.
std::size_t usualAttempt(std::span<const std::uint32_t> attempt) {
    std::vector<double> lengths;
    for (std::size_t i = 0; i < attempt.size(); ++i)
        if (i == 0 || attempt[i] != attempt[i - 1])
            lengths.push_back(1.0);
        else
            lengths.back() += 1.0;
    return static_cast<std::size_t>(median(lengths));
}

std::size_t blockLengthFor(const TrendVerdict& verdict, std::span<const std::uint32_t> attempt) {
    constexpr std::size_t leastForRepeats = 10, blocksInAttempt = 8, mostOfAttempts = 480;
    const std::size_t n = verdict.count;
    const bool stitched = attempt.front() != attempt.back();
    const std::size_t wanted = stitched ? mostBlocksOfAttempts : mostBlocks;
    std::size_t length = (n + wanted - 1) / wanted;
    // A block that holds a whole attempt says nothing about slopes.
    if (stitched)
        length = std::clamp(usualAttempt(attempt) / blocksInAttempt, (n + mostOfAttempts - 1) / mostOfAttempts, length);
    // Values that are mostly equal say little each: they may turn out too few.
    if (verdict.memory.repeats)
        length = std::max({length, leastForRepeats, static_cast<std::size_t>(std::ceil(verdict.smear))});
    return length;
}

/// False when there are too few blocks.
bool makeBlocks(std::span<const std::uint32_t> attempt, Working& work, TrendVerdict& verdict) {
    verdict.blockLength = blockLengthFor(verdict, attempt);
    work.blocks = blockMediansWithin(work.log, attempt, verdict.blockLength);
    verdict.blocks = work.blocks.size();
    for (std::size_t block = 0; block < verdict.blocks; ++block) {
        work.x.push_back(work.blocks.centre(block));
        work.attempt.push_back(attempt[work.blocks.begins[block]]);
    }
    work.correlation = correlationOfBlocks(verdict.memory.phi,
                                           std::max(1.0, static_cast<double>(verdict.blockLength) / verdict.smear));
    return verdict.blocks >= leastBlocks;
}

/// Jumps at restarts: the differences of the levels that a fit gives to the attempts.
std::vector<BoundaryJump> jumpsOf(const ShapeFit& fit, const Working& work) {
    std::vector<BoundaryJump> jumps;
    const auto level = [&](std::size_t block) {
        return fit.fitted[block] - fit.shapeOnly[block];
    };
    for (std::size_t block = 1; block < work.attempt.size(); ++block)
        if (work.attempt[block] != work.attempt[block - 1])
            jumps.push_back({work.blocks.begins[block], level(block) - level(block - 1)});
    return jumps;
}

/// Mann-Kendall on the blocks within attempts; what remembers is judged with the levels of attempts taken out.
MannKendall trendWithin(const Working& work, const ShapeFit& fit) {
    std::vector<double> stitched = work.blocks.medians;
    for (std::size_t block = 0; block < stitched.size(); ++block)
        stitched[block] -= fit.fitted[block] - fit.shapeOnly[block];
    return groupedMannKendall(work.blocks.medians, work.attempt, serialInflation(stitched));
}

/// How much a rising line is worth against flat.
double lineEvidence(const ShapeContest& contest) {
    const ShapeFit& line = contest.of(Shape::line);
    return line.slopeRise > 0 ? contest.of(Shape::flat).bic - line.bic : -std::numeric_limits<double>::infinity();
}

/// Gate B. With a level for each attempt hardly anything looks like a change by chance; there it is enough, too, that a
/// rising line does better than flat.
bool isChange(const Working& work, const TrendOptions& options, double leastVariance, const Job& job,
              TrendVerdict& verdict) {
    const ShapeContest& contest = verdict.contest;
    const ShapeFit& flat = contest.of(Shape::flat);
    const double evidence = contest.changeEvidence();
    if (!verdict.bigEnough)
        return evidence > 0;
    const bool stitched = !verdict.jumps.empty();
    NoiseQuestion question{work.shapes(), leastVariance, evidence, stitched ? 0.05 : 0.01, {}};
    if (!stitched && verdict.lowEvidence() && isNoisy(verdict, options.ratio))
        question.correlation = cautiousCorrelation(verdict);
    if (evidence > 0)
        verdict.flatChance = shareThatReaches(
            question, flat, [](const ShapeContest& drawn) { return drawn.changeEvidence(); }, job);
    if (verdict.flatChance < question.most)
        return true;
    if (!stitched || contest.of(Shape::line).slopeRise <= 0)
        return false;
    question.observed = lineEvidence(contest);
    question.most = 0.015;
    verdict.flatChance = shareThatReaches(question, flat, lineEvidence, job);
    return verdict.flatChance < question.most;
}

void decide(const Working& work, const TrendOptions& options, double leastVariance, const Job& job,
            TrendVerdict& verdict) {
    const ShapeContest& contest = verdict.contest;
    const ShapeFit& slope = contest.bestSlope();
    verdict.bigEnough = verdict.factor >= options.ratio;
    verdict.changed = isChange(work, options, leastVariance, job, verdict);
    verdict.slopeCarries = slope.slopeRise >= 0.5 * std::log(options.ratio);
    const double whole = slope.slopeRise + std::max(0.0, slope.jump);
    verdict.slopeShare = whole > 0 ? std::clamp(slope.slopeRise / whole, 0.0, 1.0) : 0.0;
    const double evidence = contest.slopeEvidence();
    if (!verdict.bigEnough || !verdict.changed) {
        verdict.kind = TrendKind::none;
        return;
    }
    verdict.kind = evidence < 0 || !verdict.slopeCarries ? TrendKind::shift : TrendKind::undecided;
    if (!verdict.slopeCarries || evidence < leastEvidence(verdict) || !(verdict.trend.pRising < significance))
        return;
    const double allowed = allowedOfLevels(verdict, options.ratio);
    verdict.levelChance = shareThatReaches(
        {work.shapes(), leastVariance, evidence, allowed, {}}, contest.of(Shape::twoShifts),
        [](const ShapeContest& drawn) { return drawn.slopeEvidence(); }, job);
    if (verdict.levelChance >= allowed)
        return;
    if (verdict.lowEvidence())
        verdict.lineOdds = lineOdds(work.shapes());
    if (!verdict.lowEvidence() || verdict.lineOdds > leastLineOdds(verdict))
        verdict.kind = TrendKind::creep;
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
    const ShapeFit& fit = levelsToShow(verdict.contest);
    const auto& changes = fit.changes;
    std::vector<double> stitched;
    const std::span<const double> log = without(work.log, offsetsOf(jumpsOf(fit, work), verdict.count), stitched);
    const std::size_t reach = verdict.shiftReach();
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
    if (slope.shape == Shape::hinge && !slope.changes.empty()) {
        const double flatRise = slope.shapeOnly[slope.changes[0]];
        if (std::abs(flatRise) < std::log(visibleRise))
            return work.blocks.begins[slope.changes[0]];
    }
    std::vector<double> stitched;
    const double early = median(without(work.log, work.offset, stitched).first(work.log.size() / 5));
    const double visible = early + std::log(visibleRise);
    for (std::size_t block = 0; block < verdict.blocks; ++block)
        if (slope.fitted[0] + slope.shapeOnly[block] > visible)
            return work.blocks.begins[block];
    return 0;
}

/// Levels between shifts and restarts, with a corner on both sides of every jump.
void traceLevels(const Working& work, TrendVerdict& verdict) {
    std::vector<std::size_t> corners{0};
    for (const LevelShift& shift : verdict.shifts)
        corners.push_back(shift.at);
    for (const BoundaryJump& jump : verdict.jumps)
        corners.push_back(jump.at);
    corners.push_back(verdict.count);
    std::ranges::sort(corners);
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    for (std::size_t k = 0; k + 1 < corners.size(); ++k) {
        const std::size_t begin = corners[k], end = corners[k + 1];
        const double level = std::exp(median(std::span<const double>(work.log).subspan(begin, end - begin)));
        verdict.levelCurve.push_back({static_cast<double>(begin), level});
        verdict.levelCurve.push_back({static_cast<double>(end - 1), level});
    }
}

void traceCurves(const Working& work, TrendVerdict& verdict) {
    const ShapeFit& slope = verdict.contest.bestSlope();
    for (std::size_t block = 0; block < verdict.blocks; ++block)
        verdict.slopeCurve.push_back({work.x[block], std::exp(slope.fitted[block])});
    traceLevels(work, verdict);
}

/// Takes the jumps at restarts, as a fit sees them, off and says by what factor the series rises without them.
void stitch(std::span<const double> raw, const ShapeFit& fit, Working& work, TrendVerdict& verdict) {
    verdict.jumps = jumpsOf(fit, work);
    work.offset = offsetsOf(verdict.jumps, verdict.count);
    std::vector<double> copy;
    const std::span<const double> stitched = without(raw, work.offset, copy);
    verdict.factor = std::exp(medianOfFifth(stitched, false) - medianOfFifth(stitched, true));
}

} // namespace

TrendVerdict judgeTrend(std::span<const double> values, std::span<const std::uint32_t> attempt,
                        const TrendOptions& options, const Job& job) {
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

    Working work;
    work.log.resize(values.size());
    std::ranges::transform(values, work.log.begin(), [](double value) { return std::log(value); });
    std::span<const double> raw = work.log; // logarithms, outliers and all
    std::vector<double> unfiltered;
    // The median of a long block needs no filter.
    if (values.size() <= filterWindow * mostBlocks) {
        unfiltered = std::move(work.log);
        raw = unfiltered;
        work.log = hampelFilter(raw, filterWindow, outlier, options.relativeResolution, job);
    }
    if (job.canceled())
        return verdict;
    measureMemory(work.log, job, verdict);
    if (!makeBlocks(attempt, work, verdict) || job.canceled())
        return verdict;
    const double least = std::max(1e-12, options.relativeResolution * options.relativeResolution / 3.0);
    verdict.contest = fitShapes(work.shapes(), least);
    // Flat would book all of a rise over many attempts as jumps.
    stitch(raw, verdict.contest.bestChange(), work, verdict);
    verdict.trend = trendWithin(work, verdict.contest.best());
    decide(work, options, least, job, verdict);
    if (verdict.kind == TrendKind::none)
        stitch(raw, verdict.contest.best(), work, verdict);
    refineShifts(work, verdict);
    verdict.transient = isTransient(verdict, options);
    verdict.onset = onsetOf(work, verdict);
    traceCurves(work, verdict);
    return verdict;
}

} // namespace tachograph::numerics
