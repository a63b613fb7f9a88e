#pragma once

#include "analysis/comparison/steadyrows.h"
#include "analysis/run/run.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// What an out-of-memory line says. Bytes; nothing where the line does not say.
struct OomReport {
    bool inB = true;
    std::optional<std::int64_t> step;
    std::optional<int> gpu;
    std::optional<double> tried, capacity, free, reserved; ///< reserved = by the allocator but unallocated
    std::string text;                                      ///< one sentence for people
};

/// Reads PyTorch's line ("Tried to allocate 214.00 MiB. GPU 6 has a total capacity of ... of which 187.44 MiB is
/// free ... 2.31 GiB is reserved by PyTorch but unallocated"), older wordings included. Nothing when it is not one.
std::optional<OomReport> readOom(std::string_view line);

/// One report for each moment and GPU of both runs, A's first.
std::vector<OomReport> oomReports(const Run& a, const Run& b);

/// Memory of one GPU in both runs.
struct MemoryFigures {
    std::string gpu;                ///< "0"
    std::optional<double> a, b;     ///< bytes, largest value logged in range
    std::optional<double> capacity; ///< bytes, when some line tells
};
std::vector<MemoryFigures> memoryFigures(const Run& a, const RowFilter& inRangeA, const Run& b,
                                         const RowFilter& inRangeB, const std::vector<OomReport>& ooms);

} // namespace tachograph
