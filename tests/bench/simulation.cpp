#include "tests/bench/simulation.h"

#include "analysis/detectors/steptimetrend.h"
#include "analysis/numerics/mannkendall.h"
#include "analysis/numerics/normaldraws.h"
#include "analysis/run/roles.h"
#include "analysis/run/runbuilder.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace tachograph::tests {

namespace {

using numerics::NormalDraws;

/// Student's t with 3 degrees of freedom, scaled to standard deviation 1.
double heavyDraw(NormalDraws& draws) {
    double squares = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double draw = draws.normal();
        squares += draw * draw;
    }
    return draws.normal() / std::sqrt(squares / 3.0) / std::sqrt(3.0);
}

/// Noise of standard deviation 1, one value a step.
class StepNoise {
  public:
    StepNoise(const Plan& plan, NormalDraws& draws) : m_plan(plan), m_draws(draws) {
        if (plan.shape == NoiseShape::movingAverage)
            std::ranges::generate(m_last, [&] { return draws.normal(); });
        else
            m_memory = draw();
    }
    double next() {
        const double current = level();
        if (m_plan.shape == NoiseShape::movingAverage)
            m_last[m_step++ % m_last.size()] = m_draws.normal();
        else
            m_memory = m_plan.phi * m_memory + std::sqrt(1.0 - m_plan.phi * m_plan.phi) * draw();
        return current;
    }

  private:
    double draw() { return m_plan.shape == NoiseShape::heavyTails ? heavyDraw(m_draws) : m_draws.normal(); }
    [[nodiscard]] double level() const {
        if (m_plan.shape != NoiseShape::movingAverage)
            return m_memory;
        return std::accumulate(m_last.begin(), m_last.end(), 0.0) / std::sqrt(static_cast<double>(m_last.size()));
    }
    const Plan& m_plan;
    NormalDraws& m_draws;
    double m_memory = 0;
    std::array<double, 8> m_last{};
    std::size_t m_step = 0;
};

/// What randomCreep draws.
struct Curve {
    double power = 1, begin = 0;
};

/// Logarithm of the mean at time t in [0, 1].
double shape(const Plan& plan, const Curve& curve, double t) {
    const double rise = plan.rise - 1.0;
    switch (plan.truth) {
    case Truth::flat:
        return 0.0;
    case Truth::upThenDown:
        return t >= 1.0 / 3.0 && t < 2.0 / 3.0 ? std::log(plan.rise) : 0.0;
    case Truth::oneStep:
        return t >= plan.place ? std::log(plan.rise) : 0.0;
    case Truth::twoSteps:
        return std::log(plan.rise) * 0.5 * ((t >= 1.0 / 3.0 ? 1.0 : 0.0) + (t >= 2.0 / 3.0 ? 1.0 : 0.0));
    case Truth::stepAndDrift:
        return (t >= plan.place ? std::log(plan.rise) : 0.0) + 0.04 * t;
    case Truth::linear:
        return std::log1p(rise * t);
    case Truth::hockeyStick:
        return std::log1p(rise * std::max(0.0, 2.0 * t - 1.0));
    case Truth::staircase:
        return std::log1p(rise * std::min(7.0, std::floor(8.0 * t)) / 7.0);
    case Truth::halfStepHalfRamp:
        return std::log1p(rise * 0.5 * (t + (t >= plan.place ? 1.0 : 0.0)));
    case Truth::squareRoot:
        return std::log1p(rise * std::sqrt(t));
    case Truth::logarithmic:
        return std::log1p(rise * std::log1p(9.0 * t) / std::log(10.0));
    case Truth::randomCreep:
        return std::log1p(rise * std::pow(std::max(0.0, t - curve.begin) / (1.0 - curve.begin), curve.power));
    }
    return 0.0;
}

/// By what factor a step is slower than its like, `sinceStart` steps after the last (re)start.
double slowness(const Plan& plan, std::size_t i, std::size_t sinceStart, NormalDraws& draws) {
    double factor = 1.0;
    if (plan.sawTooth > 1 && sinceStart % plan.sawTooth == 0)
        factor *= 20.0;
    if (sinceStart < plan.slowStart)
        factor *= std::max(1.5, 8.0 / std::pow(2.0, static_cast<double>(sinceStart)));
    if (plan.evaluationEvery > 0 && (i + 1) % plan.evaluationEvery == 0)
        factor *= 3.0;
    if (plan.shape == NoiseShape::lengthBuckets)
        factor *= std::pow(1.3, std::floor(5.0 * draws.uniform()) - 2.0);
    return factor;
}

} // namespace

std::shared_ptr<const Run> simulate(const Plan& plan, std::uint64_t number) {
    constexpr std::size_t checkpointEvery = 50;
    NormalDraws draws(0x9E3779B97F4A7C15ULL * (number + 1));
    Curve curve;
    curve.power = 0.5 * std::pow(4.0, draws.uniform());
    curve.begin = 0.4 * draws.uniform();
    RunBuilder builder("simulated", "simulated", "jsonl");
    const std::uint32_t series = builder.series("step_time_s");
    if (plan.printed > 0)
        builder.edit(series).printResolution = plan.printed;
    StepNoise noise(plan, draws);
    double level = 0.0;
    std::size_t start = 0;
    for (std::size_t i = 0; i < plan.steps; ++i) {
        if (i > 0 && i * plan.attempts / plan.steps != (i - 1) * plan.attempts / plan.steps) {
            builder.startAttempt("resumed");
            level += plan.restartRise + plan.restartNoise * draws.normal();
            start = i;
        }
        const double t = static_cast<double>(i) / static_cast<double>(plan.steps - 1);
        const bool checkpoint = plan.stalls && (i + 1) % checkpointEvery == 0;
        double seconds = 2.0 * std::exp(shape(plan, curve, t) + level + plan.noise * noise.next()) *
                         slowness(plan, i, i - start, draws) * (checkpoint ? 10.0 : 1.0);
        if (plan.printed > 0)
            seconds = std::max(plan.printed, std::round(seconds / plan.printed) * plan.printed);
        const auto step = static_cast<std::int64_t>(i + 1);
        builder.addValue(series, builder.addRow({.step = step}), seconds);
        if (!checkpoint)
            continue;
        Event event;
        event.kind = EventKind::checkpoint;
        event.step = step;
        builder.addEvent(std::move(event));
    }
    return builder.build(MetricRoles::builtIn());
}

std::size_t textbookCreeps(const Plan& plan, std::size_t runs) {
    std::size_t creeps = 0;
    for (std::size_t i = 0; i < runs; ++i) {
        const auto run = simulate(plan, i);
        const std::span<const double> values(run->forRole(roles::stepTime)->values);
        const std::size_t fifth = values.size() / 5;
        const auto sum = [](std::span<const double> part) {
            return std::accumulate(part.begin(), part.end(), 0.0);
        };
        const bool grew = sum(values.last(fifth)) >= 1.4 * sum(values.first(fifth));
        creeps += grew && numerics::mannKendall(values).pRising < 0.05 ? 1 : 0;
    }
    return creeps;
}

Verdicts judge(const Plan& plan, std::size_t runs) {
    Verdicts verdicts;
    for (std::size_t i = 0; i < runs; ++i) {
        const auto run = simulate(plan, i);
        switch (examineStepTime(*run, 1.4, {}).verdict.kind) {
        case numerics::TrendKind::creep:
            ++verdicts.creep;
            break;
        case numerics::TrendKind::shift:
            ++verdicts.shift;
            break;
        case numerics::TrendKind::undecided:
            ++verdicts.undecided;
            break;
        case numerics::TrendKind::none:
            ++verdicts.none;
            break;
        case numerics::TrendKind::tooShort:
            ++verdicts.tooShort;
            break;
        }
    }
    return verdicts;
}

const char* truthName(Truth truth) {
    constexpr std::array names{"flat",         "up then down",     "one step",
                               "two steps",    "step + drift",     "linear ramp",
                               "hockey stick", "8-step staircase", "half step, half ramp",
                               "square root",  "logarithm",        "random creep"};
    return names[static_cast<std::size_t>(truth)];
}

const char* noiseName(NoiseShape shape) {
    constexpr std::array names{"autoregressive", "moving average", "heavy tails", "length buckets"};
    return names[static_cast<std::size_t>(shape)];
}

const std::vector<Demand>& acceptance() {
    const auto at = [](Truth truth, double place = 0.5) {
        return Plan{.truth = truth, .place = place};
    };
    static const std::vector<Demand> demands{
        {"step at 30 %: creep", at(Truth::oneStep, 0.3), &Verdicts::creep, false, 3},
        {"step at 30 %: shift", at(Truth::oneStep, 0.3), &Verdicts::shift, true, 93},
        {"step at 50 %: creep", at(Truth::oneStep, 0.5), &Verdicts::creep, false, 3},
        {"step at 50 %: shift", at(Truth::oneStep, 0.5), &Verdicts::shift, true, 93},
        {"step at 70 %: creep", at(Truth::oneStep, 0.7), &Verdicts::creep, false, 3},
        {"step at 70 %: shift", at(Truth::oneStep, 0.7), &Verdicts::shift, true, 93},
        {"two steps: creep", at(Truth::twoSteps), &Verdicts::creep, false, 4},
        {"flat with stalls: none", at(Truth::flat), &Verdicts::none, true, 99},
        {"flat without stalls: none", Plan{.truth = Truth::flat, .stalls = false}, &Verdicts::none, true, 99},
        {"few flat steps that wander: creep", Plan{.steps = 60, .phi = 0.95, .noise = 0.2}, &Verdicts::creep, false, 2},
        {"100 flat steps that wander: creep", Plan{.steps = 100, .phi = 0.95, .noise = 0.2}, &Verdicts::creep, false,
         2},
        {"100 such steps, rise x1.6, phi 0.8: creep",
         Plan{.truth = Truth::linear, .steps = 100, .phi = 0.8, .rise = 1.6}, &Verdicts::creep, true, 30},
        {"linear ramp: creep", at(Truth::linear), &Verdicts::creep, true, 96},
        {"hockey stick: creep", at(Truth::hockeyStick), &Verdicts::creep, true, 88},
        {"8-step staircase: creep", at(Truth::staircase), &Verdicts::creep, true, 96}};
    return demands;
}

} // namespace tachograph::tests
