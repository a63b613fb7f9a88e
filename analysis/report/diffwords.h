#pragma once

#include "analysis/comparison/comparison.h"
#include "analysis/report/document.h"

#include <cstdint>
#include <string>

/// Words that the text and the document of a comparison share.
namespace tachograph {

/// "20 to 150, axis resume", "from 20 on, axis step"; empty when no range was chosen.
std::string chosenRangeText(const CompareOptions& options, XAxis axis);

/// The printed averages that somebody who looks at B in between reads, one a row, with what they are compared with; no
/// rows where none are printed.
Table printedMarksTable(const Comparison& comparison);

/// "20.1 Ktok/s, printed at steps 911 to 970".
std::string printedStretch(double value, const std::string& unit, std::int64_t since, std::int64_t step);

/// "91.2 GB in A, 93.4 GB in B, of 102 GB: 8.4 % free in B", of one GPU.
std::string memoryText(const MemoryFigures& memory);

/// The rows that changed together and may matter, when there are several: "torch, token_budget". Else empty.
std::string inseparableText(const Comparison& comparison);

/// How many rows of settings are folded away: names, places, times, seeds.
std::size_t foldedRows(const Comparison& comparison);

/// Start-up and matched distance are then those of the last attempts.
bool hasSeveralAttempts(const Comparison& comparison);

} // namespace tachograph
