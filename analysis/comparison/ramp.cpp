#include "analysis/comparison/ramp.h"

#include "analysis/comparison/effect.h"
#include "analysis/comparison/steadysample.h"
#include "analysis/core/text.h"
#include "analysis/numerics/blockbootstrap.h"
#include "analysis/numerics/blockmedians.h"
#include "analysis/numerics/mannkendall.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace tachograph {

namespace {

/// A pace that still rises by less than this from the middle to the last third has arrived.
constexpr double arrived = 0.05;

/// Steps per second, else tokens per second: the pace itself, never an average since the start.
SteadySample paceOf(const Run& run, const SteadyRows& rows) {
    if (const Series* stepTime = run.forRole(roles::stepTime)) {
        SteadySample sample = steadySample(run, *stepTime, rows);
        for (double& value : sample.values)
            value = value > 0.0 ? 1.0 / value : 0.0;
        return sample;
    }
    const Series* throughput = run.forRole(roles::throughput);
    return throughput && throughput->averaging == Averaging::current ? steadySample(run, *throughput, rows)
                                                                     : SteadySample{};
}

/// Shorter completions make steps faster without any ramp: tokens must come faster too, where they are logged.
bool tokensRise(const Run& run, const SteadyRows& rows) {
    const Series* throughput = run.forRole(roles::throughput);
    if (!throughput || throughput->averaging != Averaging::current)
        return true;
    const SteadySample sample = steadySample(run, *throughput, rows);
    const std::size_t third = sample.values.size() / 3;
    const std::span all(sample.values);
    return third > 0 &&
           numerics::median(all.last(third)) > (1.0 + arrived) * numerics::median(all.subspan(third, third));
}

} // namespace

const char* rampingName(Ramping answer) {
    switch (answer) {
    case Ramping::no:
        return "no";
    case Ramping::yes:
        return "yes";
    case Ramping::cannotTell:
        break;
    }
    return "cannot-tell";
}

Ramp rampOf(const Run& run, const SteadyRows& rows) {
    Ramp ramp;
    ramp.change = std::numeric_limits<double>::quiet_NaN();
    const SteadySample pace = paceOf(run, rows);
    if (!pace.positive || pace.effective() < leastEffective) {
        ramp.text = pace.values.empty() ? "Cannot tell: the true pace is not logged."
                                        : "Cannot tell: too few independent values of the true pace.";
        return ramp;
    }
    const std::size_t third = pace.values.size() / 3;
    const std::span all(pace.values);
    const double first = numerics::median(all.first(third)), middle = numerics::median(all.subspan(third, third)),
                 last = numerics::median(all.last(third));
    ramp.change = last / middle - 1.0;
    const auto blocks =
        numerics::blockMedians(pace.values, numerics::bootstrapBlockLength(pace.values.size(), pace.tau)).medians;
    const bool rises = middle > first && ramp.change > arrived && numerics::mannKendall(blocks).pRising < 0.01 &&
                       tokensRise(run, rows);
    ramp.answer = rises ? Ramping::yes : Ramping::no;
    ramp.text = std::string(rises ? "Yes" : "No") + ": the true pace moves by " + formatChange(ramp.change) +
                " from the middle to the last third.";
    return ramp;
}

} // namespace tachograph
