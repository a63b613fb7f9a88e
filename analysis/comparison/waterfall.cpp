#include "analysis/comparison/waterfall.h"

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

/// Seconds that events of a kind add to a step on average: what the steps at them take longer than `usual`, or, where a
/// step at one is not slow, the duration that was logged with it, spread over all steps in range.
double addedByEvents(const WaterfallSide& side, EventKind kind, double usual) {
    const Series* stepTime = side.run.forRole(roles::stepTime);
    if (!stepTime || stepTime->derived)
        return 0.0;
    const StepValues times = stepValues(side.run, *stepTime, Include::current);
    std::map<std::int64_t, double> at;
    std::size_t steps = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (!side.inRange(times.row[i]))
            continue;
        ++steps;
        if (std::isfinite(times.value[i]))
            at[times.step[i]] = times.value[i];
    }
    double seconds = 0.0;
    for (const Event& event : side.run.events()) {
        if (event.kind != kind || !event.step)
            continue;
        const auto time = at.find(*event.step);
        // Half as long again is more than the steps' own noise.
        const bool inside = time != at.end() && time->second > 1.5 * usual;
        if (inside) {
            seconds += time->second - usual;
            at.erase(time);
        } else if (event.durationSeconds && *event.durationSeconds > 0.0 && event.row && side.inRange(*event.row)) {
            // Trainers that leave the stall out of the step time: the step is not slow, yet the time is gone.
            seconds += *event.durationSeconds;
        }
    }
    return steps > 0 ? seconds / static_cast<double>(steps) : 0.0;
}

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
    void addEvents(std::pair<double, double> step) {
        for (const auto& [kind, name] :
             {std::pair(EventKind::checkpoint, "checkpoints"), std::pair(EventKind::evaluation, "evaluation")}) {
            const double x = addedByEvents(m_a, kind, step.first), y = addedByEvents(m_b, kind, step.second);
            if (x == 0.0 && y == 0.0)
                continue;
            m_waterfall.a += x;
            m_waterfall.b += y;
            add(name, y - x);
        }
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
        builder.addEvents(*step);
        return builder.finish("unaccounted");
    }
    const auto tokens = builder.medians(roles::tokensPerStep);
    if (tokens && tokens->first > 0.0)
        builder.add("tokens per step", step->first * (tokens->second / tokens->first - 1.0));
    builder.addEvents(*step);
    const std::string queue = fullQueue(b.run, b.rows);
    const bool staged = !queue.empty() && b.run.forRole(roles::drafterRate);
    if (staged)
        builder.note("The target stage of B is not observable: " + queue + " is full, so the targets wait.");
    return builder.finish(staged ? "drafter stage" : tokens ? "seconds per token" : "step time");
}

} // namespace tachograph
