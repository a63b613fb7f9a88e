#pragma once

#include "analysis/core/result.h"
#include "analysis/review/runreview.h"
#include "analysis/run/run.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tachograph {

/// The notes of one run in a file beside its recording, schema tachograph.notes/1, or as a table.
struct NotesFile {
    std::string run;                                          ///< name of the run it was written for; may be empty
    std::vector<std::pair<std::string, std::string>> sources; ///< (base name, SHA-256) of its files; none in a table
    RunReview review;
};

/// A review and whether it was written for this very recording.
struct ReviewOfRun {
    RunReview review;
    bool otherRecording = false; ///< the recording has changed since, or is another one
};

/// JSON or a table, told by the content. The error continues "NAME: " with a whole sentence.
Result<NotesFile> parseNotes(std::string_view text);
/// Reads a regular file; the error is one sentence for "PATH: ...".
Result<NotesFile> readNotesFile(const std::string& path);

/// With a line break at its end.
std::string notesToJson(const RunReview& review, const Run& run);

/// False when the file names hashes and none of them is that of a file of the run.
bool writtenFor(const NotesFile& notes, const Run& run);

} // namespace tachograph
