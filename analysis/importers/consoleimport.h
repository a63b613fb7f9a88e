#pragma once

#include "analysis/core/text.h"
#include "analysis/importers/consolelines.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/names.h"

#include <string>
#include <utility>
#include <vector>

namespace tachograph {

/// Reads a console of one run with `Reader`: constructed from a RunBuilder, take(const ConsolePiece&) for every line,
/// finish() at the end. `nothing` ends the sentence for a recording in which it found no row.
template <typename Reader>
Result<std::vector<RunBuilder>> readConsole(Source& source, const Job& job, const char* id, const char* nothing,
                                            RepeatRule rule = RepeatRule::last) {
    std::vector<RunBuilder> runs;
    runs.emplace_back(stemOf(source.name()), source.path(), id);
    runs.front().setRepeatRule(rule);
    Reader reader(runs.front());
    const auto take = [&](const ConsolePiece& piece) {
        reader.take(piece);
        runs.front().reading().lines = piece.line;
    };
    if (!forEachConsolePiece(source, job, take))
        return Error{canceledMessage};
    reader.finish();
    if (runs.front().rowCount() == 0)
        return Error{source.path() + ": it holds " + nothing};
    if (source.failed())
        runs.front().addIssue({0, source.name(), "Reading stopped early: the disk gave an error.", {}});
    return runs;
}

/// Notes on formats of which no real recording was at hand.
inline constexpr const char* readBySource = "Read by the program's source; no real file of this format was seen.";
inline constexpr const char* readBySourceAndQuote =
    "Read by the program's source and an issue's text; no real file of this format was seen.";
/// Of clocks without a date.
inline constexpr const char* datelessClockNote = "The clock has no date; it is counted from its first stamp.";

/// The issue of a line whose end is missing.
inline void addCutLine(RunBuilder& builder, const ConsolePiece& piece, std::int64_t step) {
    builder.addLineIssue(piece.line,
                         "The line of step " + std::to_string(step) + " is cut; what stands before the cut was kept.",
                         plainText(piece.text, 120));
}

/// The row that a line stands for.
inline RowInfo rowOf(const ConsolePiece& piece, std::int64_t step) {
    RowInfo info;
    info.step = step;
    info.place = piece.line;
    info.time = piece.time.value_or(RowInfo::none);
    return info;
}

} // namespace tachograph
