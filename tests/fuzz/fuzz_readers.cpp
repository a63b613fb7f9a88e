// libFuzzer target: the first byte picks one of the small readers of text, the rest is what it reads.
#include "analysis/core/linereader.h"
#include "analysis/core/text.h"
#include "analysis/core/unpack.h"
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/csvline.h"
#include "analysis/importers/jsonnumbers.h"
#include "analysis/importers/jsonrecord.h"
#include "analysis/importers/openrun.h"
#include "analysis/importers/packagelist.h"
#include "analysis/importers/quantity.h"
#include "analysis/importers/schedulerlog.h"
#include "analysis/importers/sidefiles.h"
#include "analysis/review/notescsv.h"
#include "analysis/review/notesfile.h"
#include "analysis/review/picturesession.h"
#include "analysis/review/reviewjson.h"
#include "analysis/review/savedsession.h"
#include "analysis/run/metricroles.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace tachograph;

void demand(bool kept, const char* promise) {
    if (kept)
        return;
    std::fprintf(stderr, "broken: %s\n", promise);
    std::abort();
}

void numbers(std::string_view text) {
    if (const auto number = parseNumber(text); number && *number == *number)
        demand(parseNumber(machineNumber(*number)) == number, "a number written and read again is the same");
    static_cast<void>(parseDuration(text));
    static_cast<void>(parseTimestamp(text));
    static_cast<void>(readQuantity(text));
}

void plainTexts(std::string_view text) {
    const std::string plain = plainText(text);
    demand(plainText(plain) == plain, "plain text stays as it is");
    for (const char c : plain)
        demand(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f, "no control character in plain text");
    demand(stripAnsi(text).size() <= text.size(), "colours off is never longer");
}

void consoleParts(std::string_view text) {
    static_cast<void>(stripPrefixes(text));
    static_cast<void>(keyValuePairs(text));
    static_cast<void>(flattenPythonDict(text));
    static_cast<void>(stepInPath(text));
    std::string_view rest = text;
    static_cast<void>(takeInteger(rest));
    demand(rest.size() <= text.size(), "taking an integer does not lengthen the text");
}

void configurations(std::string_view text) {
    static_cast<void>(configFromText(text));
}

void metricNames(std::string_view text) {
    static_cast<void>(MetricRoles::parse(text, "roles.json", &MetricRoles::builtIn()));
}

void packed(std::string_view text) {
    demand(unpackedHead(text, 4096).size() <= 4096, "a head is as long as asked for at most");
    Source source = Source::fromBytes("packed", std::string(text));
    if (packingOf(text) != Packing::none)
        static_cast<void>(unpack(source, {}));
}

void notesAndSessions(std::string_view text) {
    if (const auto session = sessionFromJson(text)) {
        const auto written = sessionToJson(*session, "1");
        demand(!written || sessionFromJson(*written).ok(), "a session that was written is read again");
    }
    if (const auto notes = parseNotes(text)) {
        for (const Note& note : notes->review.notes)
            demand(!note.text.empty() && note.text.size() <= mostNoteBytes, "a note has a text within bounds");
        const auto table = notesFromCsv(notesToCsv(notes->review));
        demand(table.ok() && table->notes.size() == notes->review.notes.size(), "notes come back from a table");
    }
}

void pictures(std::string_view text) {
    if (const auto session = sessionInPicture(text)) {
        demand(session->size() <= mostJsonBytes, "a session from a picture is within bounds");
        static_cast<void>(sessionFromJson(*session));
    }
    if (const auto picture = withSession(text, "{}"))
        demand(sessionInPicture(*picture).ok(), "a session put into a picture is found in it");
}

/// Any bytes as a user drops them: recognised, unpacked, read.
void wholeRecordings(std::string_view text) {
    static_cast<void>(openRunsFromBytes("file", std::string(text)));
}

/// One line of JSON, as strictly and as tolerantly as it can be read; by its shape the numbers are the same.
void jsonObjects(std::string_view text) {
    const std::string padded = std::string(text) + std::string(LineReader::padding, '\0');
    const std::string_view line(padded.data(), text.size());
    JsonRecord record;
    if (!record.read(line)) {
        demand(record.fields().empty() && *record.problem() != '\0', "what is refused has no fields and a reason");
        return;
    }
    demand(record.fields().size() <= JsonRecord::mostFields, "fields are within bounds");
    for (const JsonField& field : record.fields())
        demand(field.key.size() <= JsonRecord::longestKey, "keys are within bounds");
    std::size_t numbers = 0;
    JsonNumbers().read(text, [&numbers](std::string_view, std::optional<double>) { ++numbers; });
    demand(numbers <= record.fields().size(), "numbers are fields");
}

void notesTables(std::string_view text) {
    const auto notes = notesFromCsv(text);
    if (!notes)
        return;
    demand(notes->notes.size() <= mostNotes && notes->dismissals.size() <= mostDismissals, "notes are within bounds");
    const auto again = notesFromCsv(notesToCsv(*notes));
    demand(again.ok() && again->notes.size() == notes->notes.size(), "a table that was written is read again");
}

void tableLines(std::string_view text) {
    CsvLine line;
    line.split(text, separatorOf(text).value_or(','));
    for (const std::string_view cell : line.cells) {
        demand(unquoted(cell).size() <= cell.size(), "without its quotes a cell is not longer");
        static_cast<void>(cellNumber(cell, ';'));
    }
}

void logLines(std::string_view text) {
    static_cast<void>(schedulerEvent(text));
    static_cast<void>(isSchedulerLog(text));
    Source source = Source::fromBytes("pip-freeze.txt", std::string(text));
    Settings environment;
    readPackageList(source, environment);
    demand(environment.size() <= 5'100, "packages are within bounds");
}

void knobAssignments(std::string_view text) {
    AllKnobs knobs;
    demand(setKnob(knobs, text).ok() || knobs.empty(), "a knob that is refused is not set");
}

constexpr void (*readers[])(std::string_view) = {
    numbers,          plainTexts,  consoleParts, configurations, metricNames, packed,          wholeRecordings,
    notesAndSessions, jsonObjects, notesTables,  tableLines,     logLines,    knobAssignments, pictures};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 0)
        readers[data[0] % std::size(readers)]({reinterpret_cast<const char*>(data + 1), size - 1});
    return 0;
}
