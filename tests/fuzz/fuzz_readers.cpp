// libFuzzer target: the first byte picks one of the small readers of text, the rest is what it reads.
#include "analysis/core/text.h"
#include "analysis/core/unpack.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/openrun.h"
#include "analysis/importers/quantity.h"
#include "analysis/importers/sidefiles.h"
#include "analysis/review/notescsv.h"
#include "analysis/review/notesfile.h"
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

/// Any bytes as a user drops them: recognised, unpacked, read.
void wholeRecordings(std::string_view text) {
    static_cast<void>(openRunsFromBytes("file", std::string(text)));
}

constexpr void (*readers[])(std::string_view) = {numbers,     plainTexts, consoleParts,    configurations,
                                                 metricNames, packed,     wholeRecordings, notesAndSessions};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 0)
        readers[data[0] % std::size(readers)]({reinterpret_cast<const char*>(data + 1), size - 1});
    return 0;
}
