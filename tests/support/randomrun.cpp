#include "tests/support/randomrun.h"

#include "analysis/run/runbuilder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace tachograph::tests {

std::shared_ptr<const Run> randomRun(std::uint64_t seed) {
    std::mt19937_64 engine(seed);
    const auto chance = [&](double p) {
        return std::bernoulli_distribution(p)(engine);
    };
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    RunBuilder builder("random", "random.jsonl", "jsonl");
    const auto time = builder.series("step_time_s");
    std::vector<std::uint32_t> columns;
    for (const char* key : {"generation_time_s", "optimization_time_s", "completion_len_mean", "completion_len_max",
                            "tokens_per_s", "data_time_s", "reward_mean"})
        if (chance(0.6))
            columns.push_back(builder.series(key));
    const bool stamps = chance(0.5);
    const int steps = std::uniform_int_distribution(12, 400)(engine), stride = chance(0.2) ? 5 : 1;
    double clock = 1000.0, drift = unit(engine) * 3.0;
    std::int64_t step = 0;
    for (int i = 0; i < steps; ++i) {
        if (chance(0.01))
            step = std::max<std::int64_t>(1, step - 10 * stride);
        step += chance(0.03) ? 7 * stride : stride;
        const double seconds = (1.0 + drift * i / steps) * std::exp(0.2 * unit(engine)) * (chance(0.03) ? 20.0 : 1.0);
        clock += seconds + (chance(0.05) ? 30.0 * unit(engine) : 0.0);
        RowInfo info{.step = step};
        info.time = stamps ? clock : std::numeric_limits<double>::quiet_NaN();
        const auto row = builder.addRow(info);
        if (!chance(0.03))
            builder.addValue(time, row, chance(0.02) ? std::numeric_limits<double>::quiet_NaN() : seconds);
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (!chance(0.05))
                builder.addValue(columns[c], row,
                                 chance(0.02) ? std::numeric_limits<double>::quiet_NaN()
                                              : seconds * unit(engine) * double(c + 1));
        if (chance(0.04)) {
            Event event;
            event.kind = chance(0.5) ? EventKind::checkpoint : EventKind::evaluation;
            event.step = step;
            builder.addEvent(std::move(event));
        }
    }
    return builder.build(MetricRoles::builtIn());
}

} // namespace tachograph::tests
