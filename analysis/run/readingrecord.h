#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// What an importer decided while it made rows of a recording, and a reader of the run could doubt.
struct ReadingRecord {
    static constexpr std::size_t mostStepKeys = 8;

    /// The keys, columns or words whose numbers are the steps, as recorded; the first one seen stands first.
    std::vector<std::string> stepKeys;
    bool stepsCounted = false;       ///< the recording numbers no steps: its rows were counted
    std::string stepSentence;        ///< of a format that knows more than the two above say; else empty
    std::string timeKey, elapsedKey; ///< keys taken as Unix time and as time since the start; empty: no key says it
    std::size_t mergedRows = 0;      ///< records that were laid together with the row before them
    std::uint64_t lines = 0;         ///< of text that was read; 0 when the recording is none

    /// Ignores a key that is known, and those over mostStepKeys.
    void addStepKey(std::string_view key);
    /// What was decided for a second recording that became part of this run.
    void add(const ReadingRecord& other);
};

/// Where the steps come from, as one or two sentences for people; empty when no importer said.
std::string stepSentence(const ReadingRecord& reading);

} // namespace tachograph
