#pragma once

#include "analysis/run/run.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tachograph {

/// All rows of a run as a table (RFC 4180, UTF-8, "\n"): step, attempt, superseded, time (Unix seconds), elapsed_s,
/// then every series under its key with its unit in brackets, in source units and unrounded. Logged NaN and infinities
/// are written as "NaN", "Infinity", "-Infinity"; what is not logged is empty. A series with several values in one row
/// gives further lines for that row. Text that a spreadsheet could take for a formula is neutralised with an
/// apostrophe. `keep` says of each row whether it is written; empty = all.
std::string toCsv(const Run& run, const std::vector<bool>& keep = {});

/// `text` as one cell: quoted where needed, neutralised when it begins with = + - @ or a control character.
std::string csvCell(const std::string& text);

} // namespace tachograph
