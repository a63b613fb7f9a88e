#include "tests/bench/simulation.h"

#include "analysis/detectors/steptimetrend.h"
#include "analysis/run/runbuilder.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace tachograph::tests {

namespace {

/// Normal draws that are the same with every standard library.
class Draws {
  public:
    explicit Draws(std::uint64_t seed) : m_engine(seed) {}
    double uniform() { return (static_cast<double>(m_engine() >> 11U) + 0.5) / 9007199254740992.0; }
    double normal() { return std::sqrt(-2.0 * std::log(uniform())) * std::cos(2.0 * std::numbers::pi * uniform()); }

  private:
    std::mt19937_64 m_engine;
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

} // namespace

std::shared_ptr<const Run> simulate(const Plan& plan, std::uint64_t number) {
    constexpr std::size_t checkpointEvery = 50;
    Draws draws(0x9E3779B97F4A7C15ULL * (number + 1));
    Curve curve;
    curve.power = 0.5 * std::pow(4.0, draws.uniform());
    curve.begin = 0.4 * draws.uniform();
    RunBuilder builder("simulated", "simulated", "jsonl");
    const std::uint32_t series = builder.series("step_time_s");
    const double fresh = std::sqrt(1.0 - plan.phi * plan.phi);
    double memory = draws.normal(), level = 0.0;
    for (std::size_t i = 0; i < plan.steps; ++i) {
        if (i > 0 && i * plan.attempts / plan.steps != (i - 1) * plan.attempts / plan.steps) {
            builder.startAttempt("resumed");
            level += plan.restartRise + plan.restartNoise * draws.normal();
        }
        memory = i == 0 ? memory : plan.phi * memory + fresh * draws.normal();
        const double t = static_cast<double>(i) / static_cast<double>(plan.steps - 1);
        const bool checkpoint = plan.stalls && (i + 1) % checkpointEvery == 0;
        const double seconds = 2.0 * std::exp(shape(plan, curve, t) + level + plan.noise * memory);
        const auto step = static_cast<std::int64_t>(i + 1);
        builder.addValue(series, builder.addRow({.step = step}), seconds * (checkpoint ? 10.0 : 1.0));
        if (!checkpoint)
            continue;
        Event event;
        event.kind = EventKind::checkpoint;
        event.step = step;
        builder.addEvent(std::move(event));
    }
    return builder.build(MetricRoles::builtIn());
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
        {"linear ramp: creep", at(Truth::linear), &Verdicts::creep, true, 96},
        {"hockey stick: creep", at(Truth::hockeyStick), &Verdicts::creep, true, 88},
        {"8-step staircase: creep", at(Truth::staircase), &Verdicts::creep, true, 96}};
    return demands;
}

} // namespace tachograph::tests
