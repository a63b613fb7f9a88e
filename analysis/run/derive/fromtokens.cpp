#include "analysis/run/derive/derivation.h"
#include "analysis/run/derive/derivations.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <array>
#include <cmath>

namespace tachograph::derive {

namespace {

std::vector<Series> one(Series series) {
    std::vector<Series> result;
    if (!series.values.empty())
        result.push_back(std::move(series));
    return result;
}

/// Calls take(table index, new tokens, steps) for every step with a counter value whose predecessor is in the same
/// attempt and smaller. A counter that starts again gives no difference.
template <typename Take>
void forEachIncrease(const StepTable& table, const Take& take) {
    for (std::size_t i = 1; i < table.size(); ++i) {
        if (table.attempt[i] != table.attempt[i - 1])
            continue;
        const double tokens = table.columns[0][i] - table.columns[0][i - 1];
        const auto steps = static_cast<double>(table.step[i] - table.step[i - 1]);
        if (std::isfinite(tokens) && tokens >= 0.0 && steps > 0.0)
            take(i, tokens, steps);
    }
}

} // namespace

std::vector<Series> stepTimeFromTokens(const Run& run, Notes&) {
    const Series* tokens = current(run, roles::tokensPerStep);
    const Series* throughput = current(run, roles::throughput);
    if (current(run, roles::stepTime) || !tokens || !throughput || throughput->scope == Scope::gpu ||
        throughput->derived)
        return {};
    Series series = make("step time (from tokens)", roles::stepTime, "tokens of the step / throughput");
    const StepTable table = joinSteps(run, std::array{tokens, throughput});
    for (std::size_t i = 0; i < table.size(); ++i)
        if (table.columns[1][i] > 0.0)
            append(series, table.row[i], table.columns[0][i] / table.columns[1][i]);
    return one(std::move(series));
}

std::vector<Series> throughputFromCounter(const Run& run, Notes&) {
    const Series* stepTime = current(run, roles::stepTime);
    if (current(run, roles::throughput) || !stepTime)
        return {};
    if (const Series* counter = run.forRole(roles::tokensTotal)) {
        Series series = make("throughput (from " + counter->key + ")", roles::throughput,
                             "new tokens of " + counter->key + " / step time");
        series.scope = counter->scope == Scope::gpu ? Scope::gpu : Scope::job;
        series.definition = counter->definition;
        const StepTable table = joinSteps(run, std::array{counter, stepTime});
        forEachIncrease(table, [&](std::size_t i, double tokens, double steps) {
            if (table.columns[1][i] > 0.0)
                append(series, table.row[i], tokens / (steps * table.columns[1][i]));
        });
        return one(std::move(series));
    }
    if (const Series* tokens = current(run, roles::tokensPerStep)) {
        Series series =
            make("throughput (from " + tokens->key + ")", roles::throughput, "tokens of the step / step time");
        const StepTable table = joinSteps(run, std::array{tokens, stepTime});
        for (std::size_t i = 0; i < table.size(); ++i)
            if (table.columns[1][i] > 0.0)
                append(series, table.row[i], table.columns[0][i] / table.columns[1][i]);
        return one(std::move(series));
    }
    return {};
}

std::vector<Series> tokensPerStep(const Run& run, Notes&) {
    if (current(run, roles::tokensPerStep))
        return {};
    if (const Series* counter = run.forRole(roles::tokensTotal)) {
        Series series = make("tokens per step (from " + counter->key + ")", roles::tokensPerStep,
                             "new tokens of " + counter->key + " / steps");
        series.definition = counter->definition;
        const StepTable table = joinSteps(run, std::array{counter});
        forEachIncrease(
            table, [&](std::size_t i, double tokens, double steps) { append(series, table.row[i], tokens / steps); });
        return one(std::move(series));
    }
    const Series* throughput = current(run, roles::throughput);
    const Series* stepTime = current(run, roles::stepTime);
    if (!throughput || !stepTime || throughput->scope == Scope::gpu)
        return {};
    Series series = make("tokens per step (throughput x step time)", roles::tokensPerStep, "throughput x step time");
    series.definition = throughput->definition;
    const StepTable table = joinSteps(run, std::array{throughput, stepTime});
    for (std::size_t i = 0; i < table.size(); ++i)
        append(series, table.row[i], table.columns[0][i] * table.columns[1][i]);
    return one(std::move(series));
}

std::vector<Series> secondsPerToken(const Run& run, Notes&) {
    if (run.forRole(roles::secondsPerToken))
        return {};
    const Series* length = run.forRole(roles::completionLength);
    const Series* generation = current(run, roles::generationTime);
    const Series* time = generation ? generation : current(run, roles::stepTime);
    if (length && time) {
        // Two definitions, two names: they rise differently when something besides generation slows down.
        Series series = make(std::string(generation ? "generation time" : "step time") + " per completion token",
                             roles::secondsPerToken,
                             std::string(generation ? "generation time" : "step time") + " / mean completion length");
        const StepTable table = joinSteps(run, std::array{time, length});
        for (std::size_t i = 0; i < table.size(); ++i)
            if (table.columns[1][i] > 0.0)
                append(series, table.row[i], table.columns[0][i] / table.columns[1][i]);
        return one(std::move(series));
    }
    const Series* throughput = current(run, roles::throughput);
    if (!throughput)
        return {};
    Series series = make("seconds per token (1 / throughput)", roles::secondsPerToken, "1 / throughput");
    series.scope = throughput->scope;
    const StepTable table = joinSteps(run, std::array{throughput});
    for (std::size_t i = 0; i < table.size(); ++i)
        if (table.columns[0][i] > 0.0)
            append(series, table.row[i], 1.0 / table.columns[0][i]);
    return one(std::move(series));
}

} // namespace tachograph::derive
