#pragma once

#include "analysis/run/run.h"
#include "analysis/run/runbuilder.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace tachograph::tests {

/// One logged quantity of a made run: its value at a step, NaN = not logged there. `noise` is the standard deviation of
/// the factor's logarithm.
struct MadeSeries {
    std::string key;
    std::function<double(std::int64_t step)> value;
    double noise = 0.03;
};

struct MadeEvent {
    EventKind kind = EventKind::checkpoint;
    std::int64_t step = 0;
    std::string text;
};

/// A run with steps 1 .. `steps` and the given series; keys as in the table of roles ("step_time_s").
/// `seconds` gives the time stamp of a step's end; without it there are none.
inline std::shared_ptr<const Run> madeRun(std::int64_t steps, const std::vector<MadeSeries>& series,
                                          const std::vector<MadeEvent>& events = {},
                                          const std::function<double(std::int64_t)>& seconds = {}) {
    std::mt19937_64 engine(1);
    std::normal_distribution<double> normal;
    RunBuilder builder("made", "made.jsonl", "jsonl");
    std::vector<std::uint32_t> keys;
    for (const MadeSeries& one : series)
        keys.push_back(builder.series(one.key));
    for (std::int64_t step = 1; step <= steps; ++step) {
        RowInfo info;
        info.step = step;
        if (seconds)
            info.time = seconds(step);
        const std::uint32_t row = builder.addRow(info);
        for (std::size_t i = 0; i < series.size(); ++i) {
            const double value = series[i].value(step) * std::exp(series[i].noise * normal(engine));
            if (!std::isnan(value))
                builder.addValue(keys[i], row, value);
        }
        for (const MadeEvent& made : events) {
            if (made.step != step)
                continue;
            Event event;
            event.kind = made.kind;
            event.step = made.step;
            event.text = made.text;
            builder.addEvent(std::move(event));
        }
    }
    return builder.build(MetricRoles::builtIn());
}

} // namespace tachograph::tests
