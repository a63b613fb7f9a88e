#pragma once

#include "analysis/report/inspectjson.h"

#include <string>

namespace tachograph {

/// The answer of `inspect` for people: identity, findings, detectors, where the time went, series, events, issues.
/// Safe to print on a terminal: no control character of the recording gets through.
std::string inspectText(const JudgedRun& judged);

} // namespace tachograph
