#pragma once

#include "analysis/report/inspectjson.h"

#include <string>
#include <vector>

namespace tachograph {

/// The answer of `inspect` for several runs: one line each with name, format, steps, length, median step time and what
/// was found, then what is not shown of their folders and how to see a run in full. Safe to print on a terminal.
std::string inspectList(const std::vector<JudgedRun>& judged);

} // namespace tachograph
