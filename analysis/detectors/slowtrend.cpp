#include "analysis/detectors/slowtrend.h"

#include "analysis/numerics/blockmedians.h"
#include "analysis/numerics/mannkendall.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/visitsteps.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tachograph {

namespace {

double pOfRising(const std::vector<double>& medians) {
    const std::vector<std::uint32_t> group(medians.size(), 0);
    return numerics::groupedMannKendall(medians, group, numerics::serialInflation(medians)).pRising;
}

} // namespace

SlowTrend slowTrend(const Run& run, const Series& series, const Job& job) {
    constexpr std::size_t mostBlocks = 30;
    SlowTrend trend;
    std::vector<double> finite;
    finite.reserve(series.size());
    visitSteps(run, series, Include::current, job, [&](const StepValue& step) {
        if (!std::isfinite(step.value))
            return;
        if (finite.empty())
            trend.firstStep = step.step;
        trend.lastStep = std::max(trend.firstStep, step.step);
        finite.push_back(step.value);
    });
    trend.steps = finite.size();
    if (trend.steps < fewestTrendSteps || job.canceled())
        return trend;
    const std::size_t fifth = trend.steps / 5;
    trend.early = numerics::median(std::span(finite).first(fifth));
    trend.late = numerics::median(std::span(finite).last(fifth));
    const auto blocks = numerics::blockMedians(finite, std::max<std::size_t>(1, trend.steps / mostBlocks));
    for (std::size_t block = 0; block < blocks.size(); ++block)
        for (std::size_t i = blocks.begins[block]; i < blocks.begins[block + 1]; ++i)
            finite[i] -= blocks.medians[block];
    trend.noise = numerics::scaledMad(finite);
    trend.pRising = pOfRising(blocks.medians);
    std::vector<double> mirrored = blocks.medians;
    for (double& value : mirrored)
        value = -value;
    trend.pFalling = pOfRising(mirrored);
    return trend;
}

} // namespace tachograph
