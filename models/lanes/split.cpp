#include "models/lanes/lanelines.h"
#include "models/lanes/plaintrack.h"
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

/// One band of the stack; the one below zero (what overlaps) scales by its lower edge.
void addBand(const LaneRun& run, const Phase& phase, bool below, bool legend, const Column& x, const Column& low,
             const Column& high, Lane& lane) {
    LaneLine line;
    line.kind = LineKind::stack;
    line.stage = phase.stage;
    line.run = run.index;
    line.label = below ? QStringLiteral("overlap") : QLatin1String(phase.label);
    line.readout = true;
    line.legend = legend;
    addRobustValues(x, below ? low : high, lane);
    line.curve = curveOver(x, high);
    line.low = curveOver(x, low);
    lane.lines.push_back(line);
}

void addBands(const LaneRun& run, const StepValues& band, const Phase& phase, bool below, Lane& lane) {
    bool legend = true;
    for (Track& track : tracksOf(band, run.positions, 1.0).current) {
        addBand(run, phase, below, legend, Column(std::move(track.x)), Column(std::move(track.low)),
                Column(std::move(track.high)), lane);
        legend = false;
    }
}

/// Says how much the phases add up to more than their step.
class Overlaps {
  public:
    void add(double overlap, double top) {
        m_deepest = std::min(m_deepest, overlap);
        m_steps += -overlap > visibleOverlap * top ? 1 : 0;
    }
    void tell(Lane& lane) const {
        if (m_steps > 0)
            lane.qualifier =
                joined({lane.qualifier, QStringLiteral("phases overlap at ") + counted(m_steps, "step", "steps") +
                                            QStringLiteral(", by at most ") + toQt(formatStepTime(-m_deepest))});
    }

  private:
    std::size_t m_steps = 0;
    double m_deepest = 0.0;
};

/// Phases that add up to more than their step are drawn below zero and counted.
void addOverlap(const LaneRun& run, const std::vector<Level>& levels, Lane& lane) {
    if (std::ranges::all_of(levels, [](const Level& at) { return std::isnan(at.overlap) || at.superseded; }))
        return;
    StepValues band;
    reserve(band, levels.size());
    Overlaps overlaps;
    for (const Level& at : levels) {
        const double overlap = at.overlap;
        append(band, at, overlap, std::isnan(overlap) ? nan : 0.0);
        if (!std::isnan(overlap) && !at.superseded)
            overlaps.add(overlap, at.top);
    }
    addBands(run, band, phases[3], true, lane);
    overlaps.tell(lane);
}

using PhaseSeries = std::vector<std::pair<Phase, const Series*>>;

/// The stack of any run.
void addStack(const LaneRun& run, const PhaseSeries& series, Lane& lane) {
    std::vector<std::pair<Phase, StepValues>> stack;
    for (const auto& [phase, values] : series)
        stack.emplace_back(phase, stepValues(*run.run, *values, Include::all));
    std::vector<Level> levels = levelsOf(*run.run, stack);
    for (const auto& [phase, values] : stack)
        addBands(run, raised(levels, phase, values), phase, false, lane);
    addOverlap(run, levels, lane);
}

/// The same where every phase has a finite value in every row of a run in one piece (see plainRows()): the upper edge
/// of a band is the lower one of the next, and nothing needs to be looked up. False when that is not so.
bool addPlainStack(const LaneRun& run, const PhaseSeries& series, Lane& lane) {
    std::vector<Column> heights;
    for (const auto& [phase, values] : series) {
        const std::optional<PlainTrack> plain = plainTrack(run, *values, 1.0);
        if (!plain || plain->y.size() != run.positions.size())
            return false;
        heights.push_back(plain->y);
    }
    const std::size_t count = run.positions.size();
    Column low(std::vector<double>(count, 0.0));
    std::vector<double> overlap; // empty while no phase is negative
    for (std::size_t k = 0; k < heights.size(); ++k) {
        const bool mayOverlap = series[k].first.stage == Stage::unaccounted;
        std::vector<double> top(count);
        for (std::size_t i = 0; i < count; ++i) {
            const double height = heights[k][i];
            top[i] = low[i] + (mayOverlap && height < 0.0 ? 0.0 : height);
        }
        if (mayOverlap && std::ranges::any_of(heights[k], [](double height) { return height < 0.0; })) {
            overlap.assign(heights[k].begin(), heights[k].end());
            std::ranges::replace_if(
                overlap, [](double height) { return !(height < 0.0); }, nan);
        }
        Column high(std::move(top));
        addBand(run, series[k].first, false, true, run.positions, low, high, lane);
        low = std::move(high);
    }
    if (overlap.empty())
        return true;
    Overlaps overlaps;
    std::vector<double> zero(count, nan);
    for (std::size_t i = 0; i < count; ++i)
        if (!std::isnan(overlap[i])) {
            zero[i] = 0.0;
            overlaps.add(overlap[i], low[i]);
        }
    addBand(run, phases[3], true, true, run.positions, Column(std::move(overlap)), Column(std::move(zero)), lane);
    overlaps.tell(lane);
    return true;
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
    PhaseSeries stack;
    for (const Phase& phase : phases)
        if (const Series* series = run.run->forRole(phase.role)) {
            stack.emplace_back(phase, series);
            lane.roles.push_back(toQt(series->role));
            const std::vector<double> missing = missingPlaces(*series, run.positions);
            lane.missing.insert(lane.missing.end(), missing.begin(), missing.end());
        }
    std::ranges::sort(lane.missing);
    lane.missing.erase(std::unique(lane.missing.begin(), lane.missing.end()), lane.missing.end());
    if (!addPlainStack(run, stack, lane))
        addStack(run, stack, lane);
    if (!run.run->forRole(roles::unaccountedTime))
        lane.qualifier = joined({lane.qualifier, QStringLiteral("the rest of the step is not known")});
    if (lane.lines.empty())
        lane.state = QStringLiteral("none of its values is finite");
}

} // namespace

const LaneBuilder splitLane{"split", "Step time by phase", "Split", mainPhase, true, build};

} // namespace tachograph::models
