#pragma once

#include "analysis/core/job.h"
#include "analysis/run/run.h"
#include "analysis/run/runofattempt.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tachograph {

/// A log message that only one of two runs has. Messages are the same when they differ in numbers only.
struct MessageDifference {
    std::string text; ///< first occurrence
    std::size_t count = 0;
    bool newInB = true; ///< else gone: only A has it
};

/// Notes, exceptions and out-of-memory lines of the recordings, and lines of console logs that warn; new ones first,
/// then those that are gone, each in log order. `linesA`, `linesB`: the lines of the logs that belong to the runs.
std::vector<MessageDifference> messageDifferences(const Run& a, const Run& b, const Job& job = {},
                                                  const PlaceRange& linesA = {}, const PlaceRange& linesB = {});

/// The text with every run of digits (with hexadecimal addresses and decimal points) replaced by '#'.
std::string messageTemplate(std::string_view text);

} // namespace tachograph
