#include "analysis/core/text.h"
#include "analysis/detectors/gpureadings.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

struct Use {
    int gpu = 0;
    double median = 0;
};

/// A machine may have more GPUs than the job uses: one that holds hardly any memory is none of it, nor is one that is
/// never used, whatever else holds its memory.
bool belongsToTheJob(const GpuSeries& gpu, const std::vector<double>& utilization) {
    constexpr double leastBytes = 1024.0 * 1024.0 * 1024.0, leastUse = 0.01;
    if (std::ranges::max(utilization) < leastUse)
        return false;
    return !gpu.memory || !(numerics::median(finiteValues(*gpu.memory)) < leastBytes);
}

struct Uses {
    std::vector<Use> judged;
    std::size_t unused = 0, tooFew = 0;
};

Uses usesOf(const Run& run) {
    Uses uses;
    for (const auto& [number, gpu] : gpuSeries(run)) {
        if (!gpu.utilization)
            continue;
        const std::vector<double> values = finiteValues(*gpu.utilization);
        if (values.size() < fewestGpuReadings)
            ++uses.tooFew;
        else if (!belongsToTheJob(gpu, values))
            ++uses.unused;
        else
            uses.judged.push_back({number, numerics::median(values)});
    }
    return uses;
}

std::string rangeText(const std::vector<Use>& uses) {
    const auto [least, most] = std::ranges::minmax(uses, {}, &Use::median);
    return least.median == most.median ? formatShare(most.median)
                                       : formatShare(least.median) + " to " + formatShare(most.median);
}

Finding findingOf(const Run& run, const std::vector<Use>& idle, const std::vector<Use>& busy) {
    std::vector<int> gpus;
    for (const Use& use : idle)
        gpus.push_back(use.gpu);
    Finding finding = findingAt(gpuIdle, run, {run.firstStep(), run.lastStep()});
    finding.places.clear();
    finding.title = plainText(gpuNames(gpus), 20) + " at " + formatShare(idle.front().median);
    finding.summary = gpuNames(gpus) + (gpus.size() == 1 ? " is" : " are") + " used " + rangeText(idle) +
                      " of the time at the median";
    finding.summary += busy.empty() ? "." : ", the others " + rangeText(busy) + ".";
    constexpr std::size_t mostTold = 8;
    for (std::size_t i = 0; i < std::min(idle.size(), mostTold); ++i) {
        const std::string name = "gpu/" + std::to_string(idle[i].gpu) + "/utilization";
        finding.evidence.push_back({name, idle[i].median, "ratio", "GPU " + std::to_string(idle[i].gpu) + ", median",
                                    formatShare(idle[i].median)});
        finding.citedRoles.push_back(name);
    }
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const Uses uses = usesOf(run);
    if (uses.judged.empty() && uses.unused == 0)
        return notApplicable(uses.tooFew > 0 ? "Fewer than 20 readings of GPU utilization."
                                             : "GPU utilization is not logged.");
    if (uses.judged.empty())
        return notApplicable("No GPU with readings is used by the job.");
    const double limit = knobValue(gpuIdle, knobs, "utilization");
    std::vector<Use> idle, busy;
    for (const Use& use : uses.judged)
        (use.median < limit ? idle : busy).push_back(use);
    if (!idle.empty())
        return foundAnswer({findingOf(run, idle, busy)});
    return clearAnswer("GPUs are used " + rangeText(busy) + " of the time at the median.");
}

} // namespace

const Detector gpuIdle{
    .code = "GPU_IDLE",
    .title = "GPUs are idle for much of the time",
    .meaning =
        "The median utilization of a GPU that holds memory of the job is below `utilization`. The figure is the "
        "share of time in which any kernel ran, so a high one does not show that the GPU was used well. GPUs "
        "that are never used, or with less than 1 GiB in use, are taken not to belong to the job. Needs 20 readings.",
    .severity = Severity::warning,
    .neededRoles = {std::string(roles::gpuPrefix) + "*/utilization"},
    .knobs = {{"utilization", 0.3, 0.01, 1.0, "ratio", "Median utilization below which a GPU is idle."}},
    .suggestions = {"Look at what the idle GPUs wait for: queues, data, the slowest rank.",
                    "Give the stage that limits more GPUs."},
    .related = {"PIPELINE_BOTTLENECK", "DATA_WAIT", "WORKER_LOST"},
    .examine = examine,
};

} // namespace tachograph
