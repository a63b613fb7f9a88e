#include "analysis/attribution/attribution.h"

#include "analysis/core/text.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/derive/derivation.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

struct Part {
    std::string name;
    const Series* series = nullptr;
};

std::vector<Part> partsOf(const Run& run) {
    std::vector<Part> parts;
    if (const Series* generation = derive::current(run, roles::generationTime))
        parts.push_back({"generation", generation});
    if (const Series* optimization = derive::current(run, roles::optimizationTime))
        parts.push_back({"optimization", optimization});
    for (const Series* phase : derive::furtherPhases(run))
        parts.push_back({roleInfo(phase->role).title, phase});
    return parts;
}

std::optional<double> setting(const Settings& settings, std::string_view key) {
    const auto entry = settings.find(std::string(key));
    const auto value = entry == settings.end() ? std::nullopt : parseNumber(entry->second);
    return value && std::isfinite(*value) && *value >= 1.0 ? value : std::nullopt;
}

/// verl defines throughput per GPU as tokens of the step / (step time x GPUs): the count follows where all three are
/// logged and agree on a whole number.
double gpusByDefinition(const Run& run) {
    const Series* throughput = run.forRole(roles::throughput);
    const Series* tokens = run.forRole(roles::tokensPerStep);
    const Series* stepTime = run.forRole(roles::stepTime);
    if (!run.format().starts_with("verl") || !throughput || !tokens || !stepTime || throughput->scope != Scope::gpu ||
        throughput->derived || tokens->derived || stepTime->derived)
        return 0.0;
    const derive::StepTable table = derive::joinSteps(run, std::array{throughput, tokens, stepTime});
    std::vector<double> counts;
    for (std::size_t i = 0; i < table.size(); ++i) {
        const double count = table.columns[1][i] / (table.columns[0][i] * table.columns[2][i]);
        if (std::isfinite(count))
            counts.push_back(count);
    }
    const double count = numerics::median(counts);
    constexpr double tolerance = 0.005;
    const double whole = std::round(count);
    return whole >= 1.0 && std::abs(count - whole) <= tolerance * whole ? whole : 0.0;
}

} // namespace

std::vector<TimeShare> timeShares(const Run& run) {
    const Series* stepTime = derive::current(run, roles::stepTime);
    const auto parts = partsOf(run);
    // Step times that were derived over windows cannot be added up, and there is nothing to split.
    if (!stepTime || (parts.empty() && stepTime->derived))
        return {};
    std::vector<const Series*> all;
    for (const Part& part : parts)
        all.push_back(part.series);
    const derive::StepSums sums = derive::sumPerStep(run, all);
    const StepValues times = stepValues(run, *stepTime, Include::current);
    std::vector<std::uint8_t> counted(sums.sum.size(), 0);
    double total = 0.0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const std::uint32_t step = sums.stepOf[times.row[i]];
        const bool split = sums.whole[step] && std::isfinite(sums.sum[step]);
        if (!std::isfinite(times.value[i]) || !(split || parts.empty()))
            continue;
        total += times.value[i];
        counted[step] = 1;
    }
    if (!(total > 0.0))
        return {};
    std::vector<TimeShare> shares;
    double unaccounted = total;
    for (const Part& part : parts) {
        TimeShare share{part.name, 0.0, 0.0};
        const StepValues values = stepValues(run, *part.series, Include::current);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (counted[sums.stepOf[values.row[i]]])
                share.seconds += values.value[i];
        unaccounted -= share.seconds;
        share.share = share.seconds / total;
        shares.push_back(std::move(share));
    }
    shares.push_back({"unaccounted", unaccounted, unaccounted / total});
    if (const LostWork lost = lostWork(run); lost.steps > 0 && std::isfinite(lost.seconds))
        shares.push_back({"superseded steps", lost.seconds, lost.seconds / total});
    return shares;
}

LostWork lostWork(const Run& run) {
    const Rows& rows = run.rows();
    LostWork lost;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (!rows.isSuperseded(row))
            continue;
        ++lost.rows;
        const bool fresh = row == 0 || !rows.isSuperseded(row - 1) || rows.step[row] != rows.step[row - 1] ||
                           rows.attempt[row] != rows.attempt[row - 1];
        lost.steps += fresh ? 1 : 0;
    }
    const Series* stepTime = derive::current(run, roles::stepTime);
    std::vector<double> seconds;
    if (stepTime) {
        if (lost.steps == 0)
            return lost;
        const StepValues times = stepValues(run, *stepTime, Include::all);
        for (std::size_t i = 0; i < times.size(); ++i)
            if (times.superseded[i] && std::isfinite(times.value[i]))
                seconds.push_back(times.value[i]);
    }
    // Where the step time of some of them is not known they are taken to be like the others.
    double sum = 0.0;
    for (double value : seconds)
        sum += value;
    lost.seconds = seconds.empty() ? std::numeric_limits<double>::quiet_NaN()
                                   : sum / static_cast<double>(seconds.size()) * static_cast<double>(lost.steps);
    return lost;
}

double gpuCount(const Run& run) {
    constexpr std::array perNode = {"trainer.n_gpus_per_node", "n_gpus_per_node", "cluster.gpus_per_node",
                                    "gpus_per_node", "num_gpus_per_node"};
    constexpr std::array nodes = {"trainer.nnodes", "nnodes", "cluster.num_nodes", "num_nodes"};
    constexpr std::array counts = {"gpus.count", "world_size",       "gpus",          "n_gpus",
                                   "num_gpus",   "gpu_count",        "num_processes", "trainer.world_size",
                                   "ngpus",      "ray_init.num_gpus"};
    for (const char* key : perNode)
        if (const auto onOne = setting(run.config(), key)) {
            double machines = 1.0;
            for (const char* nodeKey : nodes)
                if (const auto count = setting(run.config(), nodeKey))
                    machines = *count;
            return *onOne * machines;
        }
    if (const double count = gpusByDefinition(run); count > 0.0)
        return count;
    for (const Settings* settings : {&run.config(), &run.environment()})
        for (const char* key : counts)
            if (const auto count = setting(*settings, key))
                return *count;
    return 0.0;
}

} // namespace tachograph
