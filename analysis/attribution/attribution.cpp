#include "analysis/attribution/attribution.h"

#include "analysis/core/text.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace tachograph {

namespace {

struct Phase {
    std::string name;
    std::map<std::int64_t, double> seconds; ///< finite values by current step
    bool sparse = false;                    ///< logged at fewer than half of the steps: elsewhere it did not happen
};

std::map<std::int64_t, double> finiteByStep(const Run& run, const Series& series) {
    std::map<std::int64_t, double> seconds;
    const StepValues values = stepValues(run, series, Include::current);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values.value[i]))
            seconds[values.step[i]] = values.value[i];
    return seconds;
}

/// Generation, optimization, then every further phase in order of first appearance.
std::vector<Phase> phasesOf(const Run& run) {
    std::vector<std::pair<std::string, std::string>> wanted{{roles::generationTime, "generation"},
                                                            {roles::optimizationTime, "optimization"}};
    const std::string prefix = roles::phasePrefix;
    for (const Series& series : run.series())
        if (series.role.starts_with(prefix))
            wanted.emplace_back(series.role, series.role.substr(prefix.size()));
    std::vector<Phase> phases;
    std::set<std::string> seen;
    for (const auto& [role, name] : wanted)
        if (const Series* series = run.forRole(role); series && seen.insert(role).second)
            if (auto seconds = finiteByStep(run, *series); !seconds.empty())
                phases.push_back({name, std::move(seconds), false});
    return phases;
}

/// Seconds of every phase at a step, or nothing when one that is usually logged is missing there.
std::optional<std::vector<double>> phasesAt(const std::vector<Phase>& phases, std::int64_t step) {
    std::vector<double> seconds;
    for (const Phase& phase : phases) {
        const auto found = phase.seconds.find(step);
        if (found == phase.seconds.end() && !phase.sparse)
            return std::nullopt;
        seconds.push_back(found == phase.seconds.end() ? 0.0 : found->second);
    }
    return seconds;
}

std::optional<double> positiveNumber(const Settings& settings, const char* key) {
    const auto found = settings.find(key);
    if (found == settings.end())
        return std::nullopt;
    const auto value = parseNumber(found->second);
    return value && std::isfinite(*value) && *value > 0 ? value : std::nullopt;
}

} // namespace

std::vector<TimeShare> timeShares(const Run& run) {
    const Series* stepTime = run.forRole(roles::stepTime);
    if (!stepTime)
        return {};
    const auto steps = finiteByStep(run, *stepTime);
    std::vector<Phase> phases = phasesOf(run);
    for (Phase& phase : phases)
        phase.sparse = 2 * phase.seconds.size() < steps.size();
    std::vector<double> sums(phases.size(), 0.0);
    double total = 0, covered = 0;
    for (const auto& [step, seconds] : steps) {
        const auto parts = phasesAt(phases, step);
        if (!parts)
            continue;
        total += seconds;
        for (std::size_t i = 0; i < phases.size(); ++i) {
            sums[i] += (*parts)[i];
            covered += (*parts)[i];
        }
    }
    if (!(total > 0))
        return {};
    std::vector<TimeShare> shares;
    for (std::size_t i = 0; i < phases.size(); ++i)
        shares.push_back({phases[i].name, sums[i], sums[i] / total});
    shares.push_back({"unaccounted", total - covered, (total - covered) / total});
    if (const LostWork lost = lostWork(run); lost.rows > 0 && std::isfinite(lost.seconds))
        shares.push_back({"superseded steps", lost.seconds, lost.seconds / total});
    return shares;
}

LostWork lostWork(const Run& run) {
    LostWork lost;
    std::set<std::int64_t> steps;
    for (std::size_t row = 0; row < run.rows().size(); ++row)
        if (run.rows().isSuperseded(row)) {
            ++lost.rows;
            steps.insert(run.rows().step[row]);
        }
    lost.steps = steps.size();
    const Series* stepTime = run.forRole(roles::stepTime);
    if (!stepTime) {
        lost.seconds = std::numeric_limits<double>::quiet_NaN();
        return lost;
    }
    const StepValues values = stepValues(run, *stepTime, Include::all);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!values.superseded.empty() && values.superseded[i] != 0 && std::isfinite(values.value[i]))
            lost.seconds += values.value[i];
    return lost;
}

double gpuCount(const Run& run) {
    static constexpr std::array keys{"gpus", "gpus.count", "gpu_count", "n_gpus", "num_gpus", "world_size"};
    for (const Settings* settings : {&run.environment(), &run.config()})
        for (const char* key : keys)
            if (const auto count = positiveNumber(*settings, key))
                return *count;
    const auto perNode = positiveNumber(run.config(), "trainer.n_gpus_per_node");
    const auto nodes = positiveNumber(run.config(), "trainer.nnodes");
    return perNode ? *perNode * nodes.value_or(1) : 0;
}

} // namespace tachograph
