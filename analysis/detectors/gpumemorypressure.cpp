#include "analysis/core/text.h"
#include "analysis/detectors/gpureadings.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/memorymessage.h"
#include "analysis/detectors/registry.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// What a device holds, from an out-of-memory message or from a recorded property of the machine; NaN when not known.
double capacityOf(const Run& run) {
    for (const Event& event : run.events())
        if (event.kind == EventKind::oom || event.kind == EventKind::exception)
            if (const double capacity = readMemoryMessage(event.text).capacity; std::isfinite(capacity))
                return capacity;
    constexpr double least = 1e9; // less is no GPU, or not in bytes
    for (const Settings* settings : {&run.environment(), &run.config()})
        for (const auto& [key, value] : *settings) {
            const std::string_view last = std::string_view(key).substr(key.find_last_of("./") + 1);
            const bool fits = equalsIgnoringCase(last, "memoryTotal") || equalsIgnoringCase(last, "memory_total");
            const auto number = fits ? parseNumber(value) : std::nullopt;
            if (number && *number >= least && std::isfinite(*number))
                return *number;
        }
    return nan;
}

struct Peak {
    int gpu = 0;
    double bytes = 0;
    std::int64_t step = 0;
};

std::vector<Peak> peaksOf(const Run& run) {
    std::vector<Peak> peaks;
    for (const auto& [number, gpu] : gpuSeries(run)) {
        if (!gpu.memory)
            continue;
        Peak peak{number, -1.0, 0};
        for (std::size_t i = 0; i < gpu.memory->size(); ++i)
            if (std::isfinite(gpu.memory->values[i]) && gpu.memory->inUnit(i) > peak.bytes)
                peak = {number, gpu.memory->inUnit(i), run.rows().step[gpu.memory->rowOf(i)]};
        if (peak.bytes >= 0)
            peaks.push_back(peak);
    }
    return peaks;
}

std::string peakText(const Peak& peak, double capacity) {
    return formatQuantity(peak.bytes, "B") + " of " + formatQuantity(capacity, "B") + " (" +
           formatShare(peak.bytes / capacity) + ") on GPU " + std::to_string(peak.gpu);
}

Finding findingOf(const Run& run, const std::vector<Peak>& tight, const Peak& highest, double capacity) {
    std::vector<std::int64_t> steps;
    std::vector<int> gpus;
    for (const Peak& peak : tight) {
        steps.push_back(peak.step);
        gpus.push_back(peak.gpu);
    }
    Finding finding = findingAt(gpuMemoryPressure, run, steps);
    finding.title = "memory " + formatShare(highest.bytes / capacity) + " full";
    finding.summary = "Device memory is nearly full: at most " + peakText(highest, capacity) + " at step " +
                      formatCount(highest.step) + "; above the limit: " + gpuNames(gpus) + ".";
    finding.evidence = {{"peak", highest.bytes, "B", "Most in use", peakText(highest, capacity)},
                        {"capacity", capacity, "B", "Capacity of a device", formatQuantity(capacity, "B")}};
    finding.citedRoles = {"gpu/" + std::to_string(highest.gpu) + "/memory"};
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const std::vector<Peak> peaks = peaksOf(run);
    if (peaks.empty())
        return notApplicable("GPU memory is not logged.");
    const double capacity = capacityOf(run);
    if (!std::isfinite(capacity) || !(capacity > 0))
        return notApplicable("The capacity of the devices is not logged.");
    const double limit = knobValue(gpuMemoryPressure, knobs, "share");
    const Peak highest = *std::ranges::max_element(peaks, {}, &Peak::bytes);
    std::vector<Peak> tight;
    std::ranges::copy_if(peaks, std::back_inserter(tight), [&](const Peak& p) { return p.bytes >= limit * capacity; });
    if (!tight.empty())
        return foundAnswer({findingOf(run, tight, highest, capacity)});
    return clearAnswer("At most " + peakText(highest, capacity) + " are in use.");
}

} // namespace

const Detector gpuMemoryPressure{
    .code = "GPU_MEMORY_PRESSURE",
    .title = "Device memory is nearly full",
    .meaning =
        "A device uses at least `share` of its memory at some reading. The capacity comes from an out-of-memory "
        "message or from the recorded properties of the machine; without either it is not applicable. The figure "
        "is what the processes hold, PyTorch's cache included: a full device is at risk, and allocation retries "
        "may already slow it down.",
    .severity = Severity::info,
    .neededRoles = {std::string(roles::gpuPrefix) + "*/memory"},
    .knobs = {{"share", 0.95, 0.5, 1.0, "ratio", "Least share of the device memory in use."}},
    .suggestions = {"Leave some room: lower the token budget, or shard more.",
                    "Look for retries of the allocator in the console.",
                    "Try expandable_segments:True in PYTORCH_CUDA_ALLOC_CONF."},
    .related = {"OUT_OF_MEMORY"},
    .examine = examine,
};

} // namespace tachograph
