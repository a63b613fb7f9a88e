#include "analysis/comparison/comparison.h"
#include "analysis/numerics/blockbootstrap.h"
#include "analysis/run/roles.h"
#include "analysis/run/runbuilder.h"
#include "analysis/run/stepvalues.h"
#include "tests/support/plainbootstrap.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>

using namespace tachograph;

namespace {

/// Of this process, in ms: does not count what other programs take.
double processorTime() {
    return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Ten logged metrics with noise of lag-1 correlation 0.8, and a stall every 500 steps.
RunPtr longRun(std::int64_t steps, double factor, unsigned seed) {
    constexpr std::array keys{
        "step_time_s",  "generation_time_s",   "optimization_time_s", "data_wait_time_s", "tokens_per_step",
        "tokens_per_s", "completion_len_mean", "truncated_ratio",     "reward_mean",      "loss"};
    constexpr double phi = 0.8;
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal(0.0, 0.1 * std::sqrt(1.0 - phi * phi));
    RunBuilder builder("long", "long.jsonl", "jsonl");
    std::array<std::uint32_t, keys.size()> series{};
    std::array<double, keys.size()> noise{};
    for (std::size_t i = 0; i < keys.size(); ++i)
        series[i] = builder.series(keys[i]);
    for (std::int64_t step = 1; step <= steps; ++step) {
        const std::uint32_t row = builder.addRow({.step = step});
        for (std::size_t i = 0; i < keys.size(); ++i) {
            noise[i] = phi * noise[i] + normal(engine);
            const double stall = i == 0 && step % 500 == 0 ? 10.0 : 1.0;
            builder.addValue(series[i], row,
                             (i < 3 ? factor : 1.0) * stall * (2.0 + static_cast<double>(i)) * std::exp(noise[i]));
        }
    }
    return builder.build(MetricRoles::builtIn());
}

} // namespace

/// How long a comparison of two long runs takes on one core: bench_comparisonspeed [steps], 100,000 unless said.
int main(int count, char** words) {
    const std::int64_t steps = count > 1 ? std::strtoll(words[1], nullptr, 10) : 100'000;
    if (steps < 100)
        return 2;
    const RunPtr a = longRun(steps, 1.0, 1), b = longRun(steps, 1.1, 2);
    const double start = processorTime();
    const Comparison comparison = compareRuns(a, b);
    const double whole = processorTime() - start;
    const std::vector<double> values = stepValues(*a, *a->forRole(roles::stepTime), Include::current).value;
    const std::size_t block = numerics::bootstrapBlockLength(values.size(), 9.0);
    const double plainStart = processorTime();
    const auto plain = tests::plainBootstrapMedians(values, block, 2000, 1);
    const double windowStart = processorTime();
    const auto window = numerics::blockBootstrapMedians(values, block, 2000, 1);
    const double end = processorTime();
    std::printf("comparison of two runs of %lld steps, %zu metrics, %zu draws each: %.0f ms of processor time\n",
                static_cast<long long>(steps), comparison.metrics.size(), comparison.options.draws, whole);
    std::printf("bootstrap of one side of one metric: plain %.0f ms, rank window %.0f ms, x%.1f, answers %s\n",
                windowStart - plainStart, end - windowStart, (windowStart - plainStart) / (end - windowStart),
                plain == window ? "equal" : "DIFFER");
    return plain == window ? 0 : 1;
}
