#include "analysis/detectors/rotattribution.h"

#include "analysis/detectors/cost.h"
#include "analysis/detectors/stepwindows.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/numerics/theilsen.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tachograph {

namespace {

constexpr double grew = 1.3;           // length, in parallel
constexpr double flat = 1.15;          // seconds per token, throughput: within 15 %
constexpr double moreTruncated = 0.05; // of all completions

EarlyLate earlyLate(const StepWindows& fifths, const Series* series) {
    if (!series || series->averaging == Averaging::sinceStart)
        return {};
    const std::vector<double> medians = fifths.medians(*series);
    return {medians.front(), medians.back()};
}

bool isFlat(const EarlyLate& values) {
    return values.known() && values.early > 0 && values.ratio() < flat && values.ratio() > 1.0 / flat;
}

/// Seconds of a step that do not depend on its tokens: the intercept of a robust line through medians of 60 windows.
/// 0 when the length hardly varies: then there is nothing to learn from it. Never below 0 nor above 80 % of the least.
double fixedSecondsOf(const Run& run, const StepTimeTrend& trend, const Series& length, const Job& job) {
    constexpr std::size_t windows = 60;
    const StepWindows parts(run, trend, windows, job);
    const std::vector<double> lengths = parts.medians(length), times = parts.medians(*trend.steps->series);
    std::vector<double> x, y;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (std::isfinite(lengths[i]) && std::isfinite(times[i])) {
            x.push_back(lengths[i]);
            y.push_back(times[i]);
        }
    constexpr std::size_t fewest = 10;
    if (x.size() < fewest || !(numerics::quantile(x, 0.9) > 1.25 * numerics::quantile(x, 0.1)))
        return 0.0;
    return std::clamp(numerics::theilSen(x, y).intercept, 0.0, 0.8 * std::ranges::min(y));
}

void lookAtTail(const Run& run, const StepWindows& fifths, RotAttribution& result) {
    constexpr std::array<std::pair<const char*, const char*>, 3> tails{
        std::pair{roles::completionLengthP95, "p95"}, std::pair{roles::completionLengthP90, "p90"},
        std::pair{roles::completionLengthMax, "longest"}};
    for (const auto& [role, name] : tails) {
        const EarlyLate tail = earlyLate(fifths, run.forRole(role));
        if (!tail.known() || (result.tail.known() && result.tail.ratio() >= tail.ratio()))
            continue;
        result.tail = tail;
        result.tailName = name;
    }
    result.truncation = earlyLate(fifths, run.forRole(roles::truncation));
}

bool tailGrew(const RotAttribution& result) {
    return (result.tail.known() && result.tail.ratio() >= grew) ||
           (result.truncation.known() && result.truncation.rise() >= moreTruncated);
}

void splitRise(const Run& run, const StepWindows& fifths, RotAttribution& result) {
    std::vector<PhaseRise>& phases = result.phases;
    double rest = result.step.rise(), restEarly = result.step.early, restLate = result.step.late;
    const auto add = [&](const std::string& role, const std::string& name) {
        const EarlyLate time = earlyLate(fifths, run.forRole(role));
        const bool twice = std::ranges::find(phases, role, &PhaseRise::role) != phases.end();
        if (twice || !time.known())
            return;
        phases.push_back({role, name, time, time.rise() / result.step.rise()});
        rest -= time.rise();
        restEarly -= time.early;
        restLate -= time.late;
    };
    add(roles::generationTime, "generation");
    add(roles::optimizationTime, "optimization");
    for (const Series& series : run.series())
        if (series.role.starts_with(roles::phasePrefix))
            add(series.role, series.role.substr(std::string_view(roles::phasePrefix).size()));
    if (phases.empty())
        return;
    std::ranges::stable_sort(phases, std::ranges::greater{}, &PhaseRise::share);
    // The median of what is unaccounted in each step, as the series and the bill have it; medians do not add up, so the
    // step less the phases would be another figure.
    const EarlyLate measured = earlyLate(fifths, run.forRole(roles::unaccountedTime));
    if (measured.known())
        phases.push_back({"", "unaccounted", measured, measured.rise() / result.step.rise()});
    else
        phases.push_back({"", "unaccounted", {restEarly, restLate}, rest / result.step.rise()});
}

RotKind kindOf(const RotAttribution& result) {
    if (!result.length.known() || result.length.early <= 0)
        return RotKind::lengthNotLogged;
    if (result.length.ratio() >= grew)
        return result.secondsPerToken <= flat ? RotKind::longerCompletions : RotKind::longerAndDearer;
    return tailGrew(result) ? RotKind::longerTail : RotKind::infrastructure;
}

} // namespace

bool RotAttribution::flatThroughput() const {
    return isFlat(throughput);
}

bool RotAttribution::flatLength() const {
    return isFlat(length);
}

RotAttribution attributeRise(const ExaminedRun& examined, const StepTimeTrend& trend, const Job& job) {
    const Run& run = examined.run();
    const StepWindows fifths(run, trend, 5, job);
    RotAttribution result;
    result.step = {trend.verdict.early, trend.verdict.late};
    const Series* length = run.forRole(roles::completionLength);
    result.length = earlyLate(fifths, length);
    result.throughput = earlyLate(fifths, run.forRole(roles::throughput));
    result.reward = earlyLate(fifths, run.forRole(roles::reward));
    if (result.length.known() && result.length.early > 0) {
        result.fixedSeconds = fixedSecondsOf(run, trend, *length, job);
        result.secondsPerToken = ((result.step.late - result.fixedSeconds) / result.length.late) /
                                 ((result.step.early - result.fixedSeconds) / result.length.early);
    }
    lookAtTail(run, fifths, result);
    splitRise(run, fifths, result);
    result.kind = kindOf(result);
    result.cost = costEvidence(examined, trend.stepAt(trend.verdict.onset), trend.steps->step.back(), job);
    return result;
}

} // namespace tachograph
