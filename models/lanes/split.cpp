#include "models/lanes/lanelines.h"
#include "models/lanes/registry.h"
#include "models/lanes/robustvalues.h"

#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"
#include "models/convert.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

namespace tachograph::models {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double visibleOverlap = 0.01; // of a step: below that, sums differ by rounding

struct Phase {
    const char* role;
    const char* label;
    Stage stage;
};

/// From the bottom of the stack up. What is unaccounted comes last, since it may be negative.
constexpr Phase phases[] = {
    {roles::generationTime, "generation", Stage::generation},
    {roles::optimizationTime, "optimization", Stage::optimization},
    {roles::otherTime, "other", Stage::other},
    {roles::unaccountedTime, "unaccounted", Stage::unaccounted},
};

const Series* mainPhase(const Run& run) {
    const Series* generation = run.forRole(roles::generationTime);
    return generation ? generation : run.forRole(roles::optimizationTime);
}

/// A step of an attempt with the height of the stack so far.
struct Level {
    std::uint32_t attempt = 0;
    std::int64_t step = 0;
    std::uint32_t row = 0;
    bool superseded = false;
    double top = 0.0;     ///< NaN from the first phase that is not known at this step
    double overlap = nan; ///< the negative part of what is unaccounted

    [[nodiscard]] auto key() const { return std::pair(attempt, step); }
};

/// All steps that any phase has a row for, in log order: by attempt, then step.
std::vector<Level> levelsOf(const Run& run, const std::vector<std::pair<Phase, StepValues>>& stack) {
    std::vector<Level> levels;
    const StepValues* before = nullptr;
    for (const auto& [phase, values] : stack) {
        if (before && before->row == values.row)
            continue; // the phases of a step stand in one row, as a rule
        before = &values;
        levels.reserve(levels.size() + values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            levels.push_back(
                {values.attempt[i], values.step[i], values.row[i], run.rows().isSuperseded(values.row[i])});
    }
    const auto place = [](const Level& level) {
        return std::tuple(level.attempt, level.step, level.row);
    };
    if (!std::ranges::is_sorted(levels, {}, place))
        std::ranges::sort(levels, {}, place);
    // Of one step the last row stays.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < levels.size(); ++i)
        if (i + 1 == levels.size() || levels[i + 1].key() != levels[i].key())
            levels[kept++] = levels[i];
    levels.resize(kept);
    return levels;
}

void append(StepValues& band, const Level& at, double low, double high) {
    band.attempt.push_back(at.attempt);
    band.step.push_back(at.step);
    band.row.push_back(at.row);
    band.superseded.push_back(at.superseded ? 1 : 0);
    band.value.push_back(high);
    band.low.push_back(low);
    band.high.push_back(high);
}

void reserve(StepValues& band, std::size_t count) {
    band.attempt.reserve(count);
    band.step.reserve(count);
    band.row.reserve(count);
    band.superseded.reserve(count);
    for (auto* values : {&band.value, &band.low, &band.high})
        values->reserve(count);
}

/// Puts a phase on the stack: its band reaches from the level so far to the new one, where both are known.
StepValues raised(std::vector<Level>& levels, const Phase& phase, const StepValues& values) {
    StepValues band;
    reserve(band, levels.size());
    std::size_t i = 0; // both are in log order
    for (Level& level : levels) {
        while (i < values.size() && std::pair(values.attempt[i], values.step[i]) < level.key())
            ++i;
        const bool here = i < values.size() && std::pair(values.attempt[i], values.step[i]) == level.key();
        double height = here && std::isfinite(values.value[i]) ? values.value[i] : nan;
        if (phase.stage == Stage::unaccounted && height < 0) {
            level.overlap = height;
            height = 0.0;
        }
        const double low = level.top;
        level.top += height;
        append(band, level, std::isnan(level.top) ? nan : low, level.top);
    }
    return band;
}

void addBands(const LaneRun& run, const StepValues& band, const Phase& phase, const QString& label, bool below,
              Lane& lane) {
    LaneLine line;
    line.kind = LineKind::stack;
    line.stage = phase.stage;
    line.run = run.index;
    line.label = label;
    line.readout = true;
    for (Track& track : tracksOf(band, run.positions, 1.0).current) {
        const RobustValues robust = robustValues(track.x, below ? track.low : track.y);
        lane.robustX.insert(lane.robustX.end(), robust.x.begin(), robust.x.end());
        lane.robustValues.insert(lane.robustValues.end(), robust.y.begin(), robust.y.end());
        line.curve = makeCurve(track.x, std::move(below ? track.high : track.y));
        line.low = makeCurve(std::move(track.x), std::move(track.low));
        lane.lines.push_back(line);
        line.legend = false;
    }
}

/// Phases that add up to more than their step are drawn below zero and counted.
void addOverlap(const LaneRun& run, const std::vector<Level>& levels, Lane& lane) {
    if (std::ranges::all_of(levels, [](const Level& at) { return std::isnan(at.overlap) || at.superseded; }))
        return;
    StepValues band;
    reserve(band, levels.size());
    std::size_t steps = 0;
    double deepest = 0.0;
    for (const Level& at : levels) {
        const double overlap = at.overlap;
        append(band, at, overlap, std::isnan(overlap) ? nan : 0.0);
        if (std::isnan(overlap) || at.superseded)
            continue;
        deepest = std::min(deepest, overlap);
        steps += -overlap > visibleOverlap * at.top ? 1 : 0;
    }
    addBands(run, band, phases[3], QStringLiteral("overlap"), true, lane);
    if (steps > 0)
        lane.qualifier =
            joined({lane.qualifier, QStringLiteral("phases overlap at ") + counted(steps, "step", "steps") +
                                        QStringLiteral(", by at most ") + toQt(formatStepTime(-deepest))});
}

/// The phases of one run on top of each other; of several runs the first, since stacks cannot lie over each other.
void build(const LaneInput& input, Lane& lane) {
    lane.unit = QStringLiteral("s");
    const LaneRun& run = input.runs.front();
    if (input.runs.size() > 1)
        lane.qualifier = run.name;
    if (!mainPhase(*run.run)) {
        lane.state = notLogged;
        return;
    }
    if (run.positions.empty()) {
        lane.state = run.whyNoPositions;
        return;
    }
    std::vector<std::pair<Phase, StepValues>> stack;
    for (const Phase& phase : phases)
        if (const Series* series = run.run->forRole(phase.role)) {
            stack.emplace_back(phase, stepValues(*run.run, *series, Include::all));
            lane.roles.push_back(toQt(series->role));
            const std::vector<double> missing = missingPlaces(*series, run.positions);
            lane.missing.insert(lane.missing.end(), missing.begin(), missing.end());
        }
    std::ranges::sort(lane.missing);
    lane.missing.erase(std::unique(lane.missing.begin(), lane.missing.end()), lane.missing.end());
    std::vector<Level> levels = levelsOf(*run.run, stack);
    for (const auto& [phase, values] : stack)
        addBands(run, raised(levels, phase, values), phase, QLatin1String(phase.label), false, lane);
    addOverlap(run, levels, lane);
    if (!run.run->forRole(roles::unaccountedTime))
        lane.qualifier = joined({lane.qualifier, QStringLiteral("the rest of the step is not known")});
    if (lane.lines.empty())
        lane.state = QStringLiteral("none of its values is finite");
}

} // namespace

const LaneBuilder splitLane{"split", "Step time by phase", "Split", mainPhase, true, build};

} // namespace tachograph::models
