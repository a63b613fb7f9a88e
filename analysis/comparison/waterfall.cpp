#include "analysis/comparison/waterfall.h"

#include "analysis/attribution/slowplaces.h"
#include "analysis/comparison/bottleneck.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tachograph {

namespace {

std::optional<double> steadyMedian(const WaterfallSide& side, std::string_view role) {
    const Series* series = side.run.forRole(role);
    if (!series)
        return std::nullopt;
    const double median = steadySample(side.run, *series, side.rows).median();
    return std::isfinite(median) ? std::optional(median) : std::nullopt;
}

/// The stalls of one side: steps at checkpoints and evaluations, and pauses between steps that only the clock shows.
/// Each is given away once.
class Stalls {
  public:
    explicit Stalls(const WaterfallSide& side) : m_side(side) {
        const Series* stepTime = side.run.forRole(roles::stepTime);
        if (!stepTime || stepTime->derived)
            return;
        const StepValues times = stepValues(side.run, *stepTime, Include::current);
        for (std::size_t i = 0; i < times.size(); ++i) {
            if (!side.inRange(times.row[i]))
                continue;
            ++m_steps;
            if (std::isfinite(times.value[i]))
                m_stepTimes[times.step[i]] = times.value[i];
        }
        findPauses(times);
    }

    /// Seconds that events of a kind add to a step on average: what the steps at them take longer than `usual`, or,
    /// where a step at one is not slow, the duration that was logged with it, or the pause that the clock shows there;
    /// spread over all steps in range.
    double takeEvents(EventKind kind, double usual) {
        double seconds = 0.0;
        for (const Event& event : m_side.run.events())
            if (event.kind == kind && event.step && m_steps > 0)
                seconds += takeEvent(event, usual);
        return perStep(seconds);
    }

    /// The pauses that are left: no event was logged at them.
    double takePauses() {
        double seconds = 0.0;
        for (const auto& [end, pause] : m_pauses)
            seconds += pause.seconds;
        m_pauses.clear();
        return perStep(seconds);
    }

  private:
    struct Pause {
        std::int64_t behind = 0; ///< the step in front of it
        double seconds = 0.0;    ///< above what is usual between steps
    };

    void findPauses(const StepValues& times) {
        const TimedPlaces steps = timedSteps(times);
        if (m_side.run.rows().time.empty() || steps.step.empty())
            return;
        const TimedPlaces gaps = timedGaps(m_side.run, times);
        for (const auto& [place, excess] : slowPlaces(gaps, leastExcess(steps), {}))
            if (m_side.inRange(times.row[gaps.index[place]]))
                m_pauses[gaps.step[place]] = {times.step[gaps.index[place] - 1], excess};
    }

    double takeEvent(const Event& event, double usual) {
        // Half as long again is more than the steps' own noise.
        const auto time = m_stepTimes.find(*event.step);
        if (time != m_stepTimes.end() && time->second > 1.5 * usual) {
            const double seconds = time->second - usual;
            m_stepTimes.erase(time);
            return seconds;
        }
        if (!event.row || !m_side.inRange(*event.row))
            return 0.0;
        // Trainers that leave the stall out of the step time: the step is not slow, yet the time is gone.
        const double pause = takePauseAt(*event.step);
        return event.durationSeconds && *event.durationSeconds > 0.0 ? *event.durationSeconds : pause;
    }

    /// The pause behind the step, or the one that ends with it.
    double takePauseAt(std::int64_t step) {
        auto pause = m_pauses.upper_bound(step);
        if (pause == m_pauses.end() || pause->second.behind > step)
            pause = m_pauses.find(step);
        if (pause == m_pauses.end())
            return 0.0;
        const double seconds = pause->second.seconds;
        m_pauses.erase(pause);
        return seconds;
    }

    [[nodiscard]] double perStep(double seconds) const {
        return m_steps > 0 ? seconds / static_cast<double>(m_steps) : 0.0;
    }

    const WaterfallSide& m_side;
    std::map<std::int64_t, double> m_stepTimes; // of those that no event has taken
    std::map<std::int64_t, Pause> m_pauses;     // by the step that ends them
    std::size_t m_steps = 0;                    // in range
};

class Builder {
  public:
    Builder(const WaterfallSide& a, const WaterfallSide& b) : m_a(a), m_b(b) {}

    std::optional<std::pair<double, double>> medians(std::string_view role) const {
        const auto x = steadyMedian(m_a, role), y = steadyMedian(m_b, role);
        return x && y ? std::optional(std::pair(*x, *y)) : std::nullopt;
    }

    void add(std::string name, double seconds) { m_waterfall.parts.push_back({std::move(name), seconds, 0.0}); }

    /// What B's longer (or shorter) completions add to a phase, by its fit.
    static double byLength(const std::optional<LengthAdjusted>& adjusted, std::string_view role) {
        if (!adjusted)
            return 0.0;
        const auto phase = std::ranges::find(adjusted->phases, role, &EqualWork::Phase::role);
        return phase == adjusted->phases.end() ? 0.0 : phase->slopeB * (adjusted->lengthB - adjusted->lengthA);
    }

    void addPhases(const std::optional<LengthAdjusted>& adjusted) {
        const double longer = byLength(adjusted, roles::generationTime) + byLength(adjusted, roles::optimizationTime);
        if (adjusted)
            add("longer completions", longer);
        for (const auto& [role, name] :
             {std::pair(roles::generationTime, "generation"), std::pair(roles::optimizationTime, "optimization")})
            if (const auto phase = medians(role))
                add(std::string(name) + (adjusted ? " at equal length" : ""),
                    phase->second - phase->first - byLength(adjusted, role));
        if (const auto other = medians(roles::otherTime))
            add("other", other->second - other->first);
    }

    /// Stalls come on top of the steady step.
    void addStalls(std::pair<double, double> step) {
        Stalls a(m_a), b(m_b);
        for (const auto& [kind, name] :
             {std::pair(EventKind::checkpoint, "checkpoints"), std::pair(EventKind::evaluation, "evaluation")})
            addStall(name, a.takeEvents(kind, step.first), b.takeEvents(kind, step.second));
        addStall("pauses between steps", a.takePauses(), b.takePauses());
    }

    /// What is left over becomes a part of its own, so that the parts add up.
    Waterfall finish(const std::string& restName) {
        const double difference = m_waterfall.b - m_waterfall.a;
        double rest = difference;
        for (const DifferencePart& part : m_waterfall.parts)
            rest -= part.seconds;
        add(restName, rest);
        for (DifferencePart& part : m_waterfall.parts)
            part.share = difference != 0.0 ? part.seconds / difference : 0.0;
        return std::move(m_waterfall);
    }

    void begin(std::pair<double, double> step) {
        m_waterfall.a = step.first;
        m_waterfall.b = step.second;
    }
    void note(std::string sentence) { m_waterfall.note = std::move(sentence); }

  private:
    void addStall(const char* name, double a, double b) {
        if (a == 0.0 && b == 0.0)
            return;
        m_waterfall.a += a;
        m_waterfall.b += b;
        add(name, b - a);
    }

    const WaterfallSide &m_a, &m_b;
    Waterfall m_waterfall;
};

} // namespace

Waterfall waterfall(const WaterfallSide& a, const WaterfallSide& b, const std::optional<LengthAdjusted>& adjusted) {
    Builder builder(a, b);
    const auto step = builder.medians(roles::stepTime);
    if (!step)
        return {};
    builder.begin(*step);
    if (builder.medians(roles::generationTime) || builder.medians(roles::optimizationTime)) {
        builder.addPhases(adjusted);
        builder.addStalls(*step);
        return builder.finish("unaccounted");
    }
    const auto tokens = builder.medians(roles::tokensPerStep);
    if (tokens && tokens->first > 0.0)
        builder.add("tokens per step", step->first * (tokens->second / tokens->first - 1.0));
    builder.addStalls(*step);
    const std::string queue = fullQueue(b.run, b.rows);
    const bool staged = !queue.empty() && b.run.forRole(roles::drafterRate);
    if (staged)
        builder.note("The target stage of B is not observable: " + queue + " is full, so the targets wait.");
    return builder.finish(staged ? "drafter stage" : tokens ? "seconds per token" : "step time");
}

} // namespace tachograph
