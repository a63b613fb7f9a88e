#pragma once

#include <string_view>

namespace tachograph {

/// The figures of an out-of-memory message in bytes, as PyTorch words it (before and since version 2.1, CUDA and HIP).
/// NaN where the message has none.
struct MemoryMessage {
    double tried = 0;       ///< what was asked for
    double free = 0;        ///< of the device
    double capacity = 0;    ///< of the device
    double unallocated = 0; ///< held by the process in its cache, but not in use
    int gpu = -1;           ///< -1: not named

    /// The cache held as much as was asked for, so it was in pieces.
    [[nodiscard]] bool fragmented() const { return unallocated >= tried; }
};

MemoryMessage readMemoryMessage(std::string_view text);

} // namespace tachograph
