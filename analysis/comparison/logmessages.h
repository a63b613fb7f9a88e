#pragma once

#include "analysis/core/job.h"
#include "analysis/core/source.h"
#include "analysis/run/run.h"
#include "analysis/run/runofattempt.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tachograph {

/// A kind of line of a log: lines that differ in numbers only are one.
struct LogMessage {
    std::string pattern; ///< messageTemplate() of the text
    std::string text;    ///< first occurrence, plain, at most 300 bytes
    std::size_t count = 0;
};

/// Lines that warn: those with a word such as "warning", "error", "falling back", "deprecated", "not installed"; in
/// order of first appearance, of the lines in range. Reads at most 64 MiB and keeps at most 2,000 kinds of lines.
std::vector<LogMessage> logMessages(Source& source, const Job& job = {}, const PlaceRange& lines = {});

/// The same of a run's console logs that can still be read; nothing for recordings that are no consoles. `lines` is for
/// a run of one log: places in several are not one range.
std::vector<LogMessage> logMessagesOf(const Run& run, const Job& job = {}, const PlaceRange& lines = {});

} // namespace tachograph
