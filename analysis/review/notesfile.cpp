#include "analysis/review/notesfile.h"

#include "analysis/core/source.h"
#include "analysis/core/text.h"
#include "analysis/review/notescsv.h"
#include "analysis/review/reviewjson.h"

#include <algorithm>

namespace tachograph {

namespace {

using Json = nlohmann::json;
using Written = nlohmann::ordered_json;

constexpr const char* schema = "tachograph.notes/1";
constexpr std::size_t mostSources = 1'000, mostNameBytes = 1'000;

Result<NotesFile> fromJson(std::string_view text) {
    const auto document = parseBoundedJson(text);
    if (!document)
        return document.error();
    const auto found = boundedText(*document, "schema", 100);
    if (found != schema)
        return Error{std::string("it is not of the schema ") + schema +
                     ", so it is no file of notes that this version reads. Choose another file."};
    NotesFile notes;
    if (const Json* run = present(*document, "run"); run && run->is_object()) {
        notes.run = boundedText(*run, "name", mostNameBytes).value_or("");
        const Json* hashes = present(*run, "sha256");
        if (hashes && hashes->is_object() && hashes->size() <= mostSources)
            for (const auto& [name, hash] : hashes->items())
                if (hash.is_string())
                    notes.sources.emplace_back(name, hash.get<std::string>());
    }
    auto review = readReview(*document);
    if (!review)
        return review.error();
    notes.review = std::move(review).value();
    return notes;
}

} // namespace

Result<NotesFile> parseNotes(std::string_view text) {
    if (text.size() > mostJsonBytes)
        return Error{"it is larger than " + std::to_string(mostJsonBytes >> 20) + " MiB. Choose a file of notes."};
    if (trimmed(text).starts_with('{'))
        return fromJson(text);
    auto review = notesFromCsv(text);
    if (!review)
        return review.error();
    return NotesFile{{}, {}, std::move(review).value()};
}

Result<NotesFile> readNotesFile(const std::string& path) {
    const auto source = Source::openFile(path);
    if (!source)
        return source.error();
    auto notes = parseNotes(source->head(mostJsonBytes + 1));
    if (!notes)
        return Error{path + ": " + notes.error().message};
    return notes;
}

std::string notesToJson(const RunReview& review, const Run& run) {
    Written hashes = Written::object();
    for (const SourceFile& file : run.sources())
        if (!file.sha256.empty())
            hashes[file.name] = file.sha256;
    Written document;
    document["schema"] = schema;
    document["run"] = {{"name", run.name()}, {"sha256", std::move(hashes)}};
    document.update(reviewJson(review));
    return document.dump(2, ' ', false, Written::error_handler_t::replace) + '\n';
}

bool writtenFor(const NotesFile& notes, const Run& run) {
    if (notes.sources.empty())
        return true;
    return std::ranges::any_of(run.sources(), [&](const SourceFile& file) {
        return !file.sha256.empty() &&
               std::ranges::any_of(notes.sources, [&](const auto& source) { return source.second == file.sha256; });
    });
}

} // namespace tachograph
