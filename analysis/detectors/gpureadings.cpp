#include "analysis/detectors/gpureadings.h"

#include "analysis/core/text.h"
#include "analysis/run/roles.h"

#include <cmath>

namespace tachograph {

std::map<int, GpuSeries> gpuSeries(const Run& run) {
    constexpr std::string_view prefix = roles::gpuPrefix;
    std::map<int, GpuSeries> gpus;
    for (const Series& series : run.series()) {
        if (!series.role.starts_with(prefix))
            continue;
        const std::string_view rest = std::string_view(series.role).substr(prefix.size());
        const std::size_t slash = rest.find('/');
        const auto number = slash == rest.npos ? std::nullopt : parseNumber(rest.substr(0, slash));
        if (!number || !(*number >= 0 && *number < 100'000))
            continue;
        GpuSeries& gpu = gpus[static_cast<int>(*number)];
        const std::string_view measure = rest.substr(slash + 1);
        if (measure == "memory")
            gpu.memory = &series;
        else if (measure == "utilization")
            gpu.utilization = &series;
        else if (measure == "temperature")
            gpu.temperature = &series;
        else if (measure == "clock")
            gpu.clock = &series;
    }
    return gpus;
}

std::vector<double> finiteValues(const Series& series) {
    std::vector<double> values;
    for (std::size_t i = 0; i < series.size(); ++i)
        if (std::isfinite(series.values[i]))
            values.push_back(series.inUnit(i));
    return values;
}

std::string gpuNames(const std::vector<int>& gpus) {
    constexpr std::size_t mostNamed = 8;
    if (gpus.size() > mostNamed)
        return formatCount(static_cast<std::int64_t>(gpus.size())) + " GPUs";
    std::string text;
    for (const int gpu : gpus)
        text += (text.empty() ? "GPU " : ", ") + std::to_string(gpu);
    return text;
}

} // namespace tachograph
