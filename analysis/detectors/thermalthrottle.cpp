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

/// Readings of temperature and clock in one row.
struct Readings {
    std::vector<double> temperature, clock;
    std::vector<std::int64_t> step;
};

Readings readingsOf(const Run& run, const GpuSeries& gpu) {
    Readings readings;
    std::size_t other = 0;
    for (std::size_t i = 0; i < gpu.temperature->size(); ++i) {
        const std::uint32_t row = gpu.temperature->rowOf(i);
        while (other < gpu.clock->size() && gpu.clock->rowOf(other) < row)
            ++other;
        if (other == gpu.clock->size() || gpu.clock->rowOf(other) != row)
            continue;
        const double celsius = gpu.temperature->inUnit(i), hertz = gpu.clock->inUnit(other);
        if (!std::isfinite(celsius) || !std::isfinite(hertz) || !(hertz > 0))
            continue;
        readings.temperature.push_back(celsius);
        readings.clock.push_back(hertz);
        readings.step.push_back(run.rows().step[row]);
    }
    return readings;
}

struct Throttled {
    int gpu = 0;
    double share = 0;   ///< of the readings that are hot and slow
    double hottest = 0; ///< degC
    double clock = 0;   ///< median of the hot and slow readings, Hz
    double usual = 0;   ///< what the same kind of GPU reaches, Hz
    std::int64_t firstStep = 0, lastStep = 0;
};

Throttled throttledIn(const Readings& readings, int gpu, double usual, double hot) {
    constexpr double slow = 0.9;
    Throttled result{.gpu = gpu, .usual = usual};
    std::vector<double> clocks;
    for (std::size_t i = 0; i < readings.clock.size(); ++i) {
        result.hottest = std::max(result.hottest, readings.temperature[i]);
        if (readings.temperature[i] < hot || readings.clock[i] >= slow * usual)
            continue;
        if (clocks.empty())
            result.firstStep = readings.step[i];
        result.lastStep = std::max(result.firstStep, readings.step[i]);
        clocks.push_back(readings.clock[i]);
    }
    result.share = static_cast<double>(clocks.size()) / static_cast<double>(readings.clock.size());
    result.clock = numerics::median(clocks);
    return result;
}

std::string megahertz(double hertz) {
    return formatNumber(hertz / 1e6, 4) + " MHz";
}

Finding findingOf(const Run& run, const std::vector<Throttled>& all) {
    const Throttled& worst = *std::ranges::max_element(all, {}, &Throttled::share);
    std::vector<std::int64_t> steps;
    std::vector<int> gpus;
    for (const Throttled& one : all) {
        steps.push_back(one.firstStep);
        steps.push_back(one.lastStep);
        gpus.push_back(one.gpu);
    }
    Finding finding = findingAt(thermalThrottle, run, steps);
    finding.places.clear();
    finding.title = "clock falls at " + formatNumber(worst.hottest, 3) +
                    " \xC2\xB0"
                    "C";
    finding.summary = gpuNames(gpus) + (gpus.size() == 1 ? " runs" : " run") + " hot and below the usual clock: GPU " +
                      std::to_string(worst.gpu) + " in " + formatShare(worst.share) + " of the readings, up to " +
                      formatNumber(worst.hottest, 3) +
                      " \xC2\xB0"
                      "C, at " +
                      megahertz(worst.clock) + " instead of " + megahertz(worst.usual) + ".";
    finding.evidence = {{"share", worst.share, "ratio", "Readings that are hot and slow", formatShare(worst.share)},
                        {"clock", worst.clock, "Hz", "Clock then, median", megahertz(worst.clock)},
                        {"usual_clock", worst.usual, "Hz", "Usual clock", megahertz(worst.usual)},
                        {"hottest", worst.hottest, "degC", "Hottest",
                         formatNumber(worst.hottest, 3) + " \xC2\xB0"
                                                          "C"}};
    for (const int gpu : gpus)
        finding.citedRoles.push_back("gpu/" + std::to_string(gpu) + "/clock");
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    std::map<int, Readings> gpus;
    std::vector<double> clocks;
    for (const auto& [number, gpu] : gpuSeries(run)) {
        if (!gpu.temperature || !gpu.clock)
            continue;
        Readings readings = readingsOf(run, gpu);
        if (readings.clock.size() < fewestGpuReadings)
            continue;
        clocks.insert(clocks.end(), readings.clock.begin(), readings.clock.end());
        gpus.emplace(number, std::move(readings));
    }
    if (gpus.empty())
        return notApplicable("GPU temperature and clock are not logged together 20 times.");
    constexpr double high = 0.9; // what a GPU of this machine reaches most of the time
    const double usual = numerics::quantile(clocks, high);
    const double hot = knobValue(thermalThrottle, knobs, "temperature"),
                 share = knobValue(thermalThrottle, knobs, "share");
    std::vector<Throttled> throttled;
    double hottest = 0;
    for (const auto& [number, readings] : gpus) {
        const Throttled one = throttledIn(readings, number, usual, hot);
        hottest = std::max(hottest, one.hottest);
        if (one.share >= share)
            throttled.push_back(one);
    }
    if (job.canceled())
        return canceledAnswer();
    if (!throttled.empty())
        return foundAnswer({findingOf(run, throttled)});
    return clearAnswer("Up to " + formatNumber(hottest, 3) +
                       " \xC2\xB0"
                       "C; clocks do not fall when it is hot.");
}

} // namespace

const Detector thermalThrottle{
    .code = "THERMAL_THROTTLE",
    .title = "Hot GPUs run below their clock",
    .meaning =
        "In at least `share` of its readings a GPU is at `temperature` or above and its clock is below 90 % of what "
        "the GPUs of this machine reach (the 90 % quantile of all clocks). A low clock alone is none: an idle GPU "
        "is slow and cool. Needs temperature and clock in the same reading, 20 times.",
    .severity = Severity::warning,
    .neededRoles = {std::string(roles::gpuPrefix) + "*/temperature", std::string(roles::gpuPrefix) + "*/clock"},
    .knobs = {{"temperature", 80.0, 40.0, 120.0, "degC", "From where on a reading is hot."},
              {"share", 0.1, 0.01, 1.0, "ratio", "Least share of readings that are hot and slow."}},
    .suggestions = {"Check the cooling of that node, and what else runs there.",
                    "Compare with the same GPU in another run, and with its neighbours.",
                    "Look at the throttle reasons of nvidia-smi."},
    .related = {"THROUGHPUT_ROT", "THROUGHPUT_COLLAPSE", "STEP_TIME_TRANSIENT"},
    .examine = examine,
};

} // namespace tachograph
