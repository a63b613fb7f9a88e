#include "analysis/comparison/steadysample.h"

#include "analysis/comparison/printed.h"
#include "analysis/numerics/memorybylags.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"
#include "analysis/run/stampwindows.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tachograph {

namespace {

/// Stamps of a whole minute, read at the row where they change, are known to within one row: 10 % lets one window a
/// minute through where about 10 rows or more are printed in it.
constexpr double windowResolution = 0.1;

/// What multiplies with the step time to a derived rate: tokens or batches a step.
struct WorkPerStep {
    double value = 0.0;
    double resolution = 0.0; ///< half width as a share
};

/// Values x step times over the rows that have both.
std::vector<double> timesStepTime(const Run& run, const Series& series, const Series& stepTime,
                                  const SteadyRows& rows) {
    const StepValues a = stepValues(run, series, Include::current), b = stepValues(run, stepTime, Include::current);
    std::vector<double> products;
    for (std::size_t i = 0, j = 0; i < a.size(); ++i) {
        while (j < b.size() && b.row[j] < a.row[i])
            ++j;
        if (j < b.size() && b.step[j] == a.step[i] && rows.use[a.row[i]] && std::isfinite(a.value[i] * b.value[j]))
            products.push_back(a.value[i] * b.value[j]);
    }
    return products;
}

/// Half of the last printed place, as a share of the last printed average.
double printedResolution(const Run& run, const Series& average) {
    const auto last = printedValue(run, average, run.lastStep());
    return last && last->value > 0.0 ? 0.5 * average.printResolution * average.toUnit / last->value : 0.0;
}

/// The work of a step behind a de-averaged rate. An average times the elapsed time counts from the start, so the last
/// product rests on the longest stretch.
std::optional<WorkPerStep> workPerStep(const Run& run, const Series& series, const Series& stepTime,
                                       const SteadyRows& rows) {
    const std::vector<double> products = timesStepTime(run, series, stepTime, rows);
    if (products.empty())
        return std::nullopt;
    const Series* average = series.role == roles::throughput ? averageSinceStart(run, series.role) : nullptr;
    if (average)
        return WorkPerStep{products.back(), printedResolution(run, *average)};
    return WorkPerStep{numerics::median(products), 0.0};
}

/// One value for each window between stamps whose both ends are used. `work` is what a rate multiplies with the step
/// time to; nothing for the step time itself.
SteadySample stampSample(const Run& run, const SteadyRows& rows, const std::optional<WorkPerStep>& work) {
    SteadySample sample;
    const Stamps stamps = run.rows().elapsed.empty() ? Stamps::wallClock : Stamps::elapsed;
    std::vector<double> halfWidths;
    double seconds = 0.0, ends = 0.0;
    std::optional<std::uint32_t> end;
    for (const StampWindow& window : stampWindows(stampAnchors(run, stamps), windowResolution)) {
        if (!rows.use[window.begin.row] || !rows.use[window.end.row] || window.steps() <= 0.0 ||
            window.seconds() <= 0.0)
            continue;
        const double each = window.seconds() / window.steps();
        sample.values.push_back(work ? work->value / each : each);
        halfWidths.push_back(window.resolution() / window.seconds());
        seconds += window.seconds();
        // Neighbouring windows share a moment, and its error cancels: only the ends of a stretch count.
        if (end != window.begin.row)
            ends += window.begin.halfWidth + window.end.halfWidth;
        end = window.end.row;
    }
    if (sample.values.empty())
        return sample;
    sample.resolution = ends / seconds + (work ? work->resolution : 0.0);
    finishSample(sample);
    // Between stamps the pace is read as the smoothest that they allow: what looks like memory is that reading.
    if (numerics::scaledMad(sample.values) <= numerics::median(halfWidths) * sample.median())
        sample.tau = 1.0;
    return sample;
}

/// Tokens of a step known from a printed average: one count, known to within the rounding.
std::optional<SteadySample> countedTokens(const Run& run, const Series& series, const SteadyRows& rows) {
    const Series* throughput = run.forRole(roles::throughput);
    const Series* stepTime = run.forRole(roles::stepTime);
    if (series.role != roles::tokensPerStep || !series.derived || !throughput || !stepTime ||
        !averageSinceStart(run, roles::throughput) || throughput->uncertainty.empty())
        return std::nullopt;
    SteadySample sample;
    sample.counted = true;
    if (const auto work = workPerStep(run, *throughput, *stepTime, rows)) {
        sample.values = {work->value};
        sample.positive = work->value > 0.0;
        sample.resolution = work->resolution;
    }
    return sample;
}

} // namespace

double SteadySample::median() const {
    return numerics::median(values);
}

void finishSample(SteadySample& sample) {
    sample.positive =
        !sample.values.empty() && std::ranges::all_of(sample.values, [](double value) { return value > 0.0; });
    std::vector<double> noise = sample.values;
    if (sample.positive)
        std::ranges::transform(noise, noise.begin(), [](double value) { return std::log(value); });
    sample.tau = noise.size() >= 5 ? std::max(1.0, numerics::memoryByLags(noise).tau) : 1.0;
}

SteadySample steadySample(const Run& run, const Series& series, const SteadyRows& rows) {
    if (const auto tokens = countedTokens(run, series, rows))
        return *tokens;
    const Series* stepTime = run.forRole(roles::stepTime);
    if (series.derived && !series.uncertainty.empty() && stepTime && stepTime->derived) {
        if (&series == stepTime)
            return stampSample(run, rows, std::nullopt);
        const auto work = workPerStep(run, series, *stepTime, rows);
        return work && work->value > 0.0 ? stampSample(run, rows, work) : SteadySample{};
    }
    SteadySample sample;
    const StepValues values = stepValues(run, series, Include::current);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (rows.use[values.row[i]] && std::isfinite(values.value[i]))
            sample.values.push_back(values.value[i]);
    const double middle = std::abs(sample.median());
    if (series.printResolution > 0.0 && middle > 0.0)
        sample.resolution = 0.5 * series.printResolution * series.toUnit / middle;
    finishSample(sample);
    return sample;
}

} // namespace tachograph
