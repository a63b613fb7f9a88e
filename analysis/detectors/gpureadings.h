#pragma once

#include "analysis/run/run.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// The series of one GPU by measure; nullptr where it is not logged.
struct GpuSeries {
    const Series* memory = nullptr;      ///< B
    const Series* utilization = nullptr; ///< share of the time in which a kernel ran
    const Series* temperature = nullptr; ///< degC
    const Series* clock = nullptr;       ///< Hz
};

/// By the number of the GPU, as recorded.
std::map<int, GpuSeries> gpuSeries(const Run& run);

/// Finite values, in the unit of the role.
std::vector<double> finiteValues(const Series& series);

/// "GPU 5, 6, 7"; many are counted.
std::string gpuNames(const std::vector<int>& gpus);

/// Fewer readings than this tell nothing about a run.
inline constexpr std::size_t fewestGpuReadings = 20;

} // namespace tachograph
