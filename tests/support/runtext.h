#pragma once

#include "analysis/run/run.h"

#include <memory>
#include <string>
#include <string_view>

namespace tachograph::tests {

/// A run written down as a table, for tests:
///
///     step  step_time_s  completion_len_mean
///     1@100 2.0          300          row of step 1, time stamp 100 s
///     2     nan          -            NaN logged; `-`: nothing logged
///     2     2.5          null         `null`: the row says that there is no value
///     3..40@102+2 2.0    300>400      rows 3 to 40, stamps 2 s apart; the length goes from 300 to 400
///     !checkpoint 2 saved             an event of that kind at step 2 (or `-`) with a text
///     !setting max_completion_length 1024  of the configuration
///     !environment torch 2.9.1
///     !restart resumed                the next row starts a new attempt
///     !issue 7 Torn line.             at line 7
///
/// A key gets its role from the table of names, or after an equals sign: "gen=generation_time".
/// Empty lines and indentation do not matter. Several rows of a step are ticks: their median is used.
std::shared_ptr<const Run> runFromText(std::string_view text, const std::string& name = "run",
                                       const std::string& format = "jsonl");

} // namespace tachograph::tests
