#pragma once

#include "analysis/core/result.h"
#include "analysis/review/notesfile.h"
#include "app/commandline/arguments.h"

#include <optional>

namespace tachograph::app {

/// --notes FILE: the reviewer's notes and dismissals of one run.
Option notesOption();

/// The file of --notes; nothing when it was not given.
Result<std::optional<NotesFile>> readNotes(const Arguments& arguments);

/// What the file says about this run; nothing without a file.
std::optional<ReviewOfRun> reviewFor(const std::optional<NotesFile>& notes, const Run& run);

} // namespace tachograph::app
