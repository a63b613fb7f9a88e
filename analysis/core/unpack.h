#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/core/source.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tachograph {

enum class Packing { none, gzip, zstd };

/// By the first bytes, never by the name.
Packing packingOf(std::string_view head);

/// The content of a packed recording, in a temporary file that has no name any more and goes with the source.
struct Unpacked {
    /// Bytes of content; the rest is left out. Content of more than 256 MiB must not be 300 times the packed size
    /// either.
    static constexpr std::uint64_t largest = std::uint64_t{4} << 30;
    Source source;
    std::string problem; ///< a sentence when the packed data are damaged, end early or hold more than that
};

/// Unpacks all of it, chunk by chunk. An error when canceled, when nothing could be unpacked or the disk is full.
Result<Unpacked> unpack(Source& packed, const Job& job);

/// The first `count` bytes of the content, as far as `head`, the beginning of a packed file, reaches.
std::string unpackedHead(std::string_view head, std::size_t count);

/// The first and the last bytes of what is in a packed recording.
struct ContentEnds {
    std::string head, tail; ///< the tail begins behind the head
    bool reached = false;   ///< false when a bound was met before the end: the tail is empty then
};

/// How far a look at the end of packed content may go.
struct LookBounds {
    std::uint64_t bytes = 0; ///< of content, unpacked
    std::chrono::steady_clock::time_point until;
};

/// Up to `count` bytes of each end; packed data have to be unpacked up to their end for that. Damaged data end where
/// the damage is, as in unpack().
ContentEnds unpackedEnds(Source& packed, std::size_t count, const LookBounds& bounds);

/// "run.log" of "run.log.gz".
std::string nameWithoutPacking(std::string_view name);

} // namespace tachograph
