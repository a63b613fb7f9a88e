#pragma once

#include "analysis/core/result.h"
#include "analysis/review/runreview.h"

#include <string>
#include <string_view>

namespace tachograph {

/// Notes and dismissals as a table: kind,first_step,last_step,onset_step,code,series,text. Line breaks of a note stay,
/// inside of quotes. A cell that a spreadsheet would take for a formula begins with an apostrophe, which reading takes
/// off again.
std::string notesToCsv(const RunReview& review);

/// Reads such a table; columns may be in any order, unknown ones are left out, and only "text" must be there (a row
/// without steps is about the whole run). Errors are phrases that name the line.
Result<RunReview> notesFromCsv(std::string_view text);

} // namespace tachograph
