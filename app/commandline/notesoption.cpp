#include "app/commandline/notesoption.h"

namespace tachograph::app {

Option notesOption() {
    return {"--notes", "FILE",
            "the reviewer's notes and dismissals of the run, as the window exports them: JSON or CSV"};
}

Result<std::optional<NotesFile>> readNotes(const Arguments& arguments) {
    const auto path = arguments.value("--notes");
    if (!path)
        return std::optional<NotesFile>();
    auto notes = readNotesFile(*path);
    if (!notes)
        return notes.error();
    return std::optional(std::move(notes).value());
}

std::optional<ReviewOfRun> reviewFor(const std::optional<NotesFile>& notes, const Run& run) {
    if (!notes)
        return std::nullopt;
    return ReviewOfRun{notes->review, !writtenFor(*notes, run)};
}

} // namespace tachograph::app
