#pragma once

#include "analysis/run/runbuilder.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace tachograph {

/// What the DFlash trainer prints before its first tick: "torch 2.9.1+cu130 | 8 GPUs: targets 0-4, drafters 5-7",
/// "token_budget=49152 max_batch_size=64", "dataset: 1095000 samples, 2.411B tokens, 59800 batches an epoch, 6 epochs".
/// Puts it into configuration and environment under the names of the trainer's own configuration file.
/// False when the line is none of these.
bool takeDflashHeader(std::string_view line, RunBuilder& builder);

/// True when `line` begins a line of the header of its own and is not the rest of `before` that a terminal wrapped.
bool startsDflashHeader(std::string_view line, std::string_view before);

/// A row of `nvidia-smi --query-gpu=index,memory.used,utilization.gpu --format=csv,noheader`.
struct GpuRow {
    std::int64_t index = 0;
    double memoryMiB = 0.0;
    double utilizationPercent = 0.0;
};
std::optional<GpuRow> gpuRow(std::string_view line);

} // namespace tachograph
