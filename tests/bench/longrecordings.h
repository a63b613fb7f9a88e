#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Writes recordings of any length for the benchmarks: the same bytes for the same plan on every machine.
namespace tachograph::tests {

enum class RecordingKind { jsonl, csv, verl, titan, megatron };

/// "jsonl", "csv", ...
const char* recordingKindName(RecordingKind kind);

/// Keys of the 16 series that JSON lines and tables hold, behind their "step".
const std::vector<std::string>& longRecordingKeys();

/// Writes `steps` steps to `path`. Step times creep by a half, noise has a lag-1 correlation of 0.5, every 5,000th step
/// takes nine times as long; JSON lines have a checkpoint event there. False when the file cannot be written.
bool writeLongRecording(const std::string& path, RecordingKind kind, std::size_t steps, std::uint64_t seed = 1);

/// The same in a file in `folder`, written only when it is not there yet; its path, empty when that failed.
std::string longRecording(const std::string& folder, RecordingKind kind, std::size_t steps);

} // namespace tachograph::tests
