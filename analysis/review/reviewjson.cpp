#include "analysis/review/reviewjson.h"

#include "analysis/core/text.h"

#include <algorithm>

namespace tachograph {

using Json = nlohmann::json;
using Written = nlohmann::ordered_json;

namespace {

constexpr std::size_t mostNameBytes = 200; ///< of codes and roles
constexpr std::size_t mostCitedSeries = 50;

/// Whether the brackets outside of strings are nested too deep, or hold too many values to take them all apart.
bool tooMuch(std::string_view text) {
    int depth = 0;
    std::size_t values = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            i += c == '\\' ? 1 : 0;
            inString = c != '"';
        } else if (c == '"') {
            inString = true;
        } else if (c == '[' || c == '{') {
            ++values;
            if (++depth > deepestJson)
                return true;
        } else if (c == ']' || c == '}') {
            --depth;
        } else if (c == ',' && ++values > mostJsonValues) {
            return true;
        }
    }
    return values > mostJsonValues;
}

Written stepOrNull(const std::optional<std::int64_t>& step) {
    return step ? Written(*step) : Written();
}

/// A step of an object: a whole number within bounds; nothing with `wrong` set when it is something else.
std::optional<std::int64_t> stepOf(const Json& object, const char* key, bool& wrong) {
    const Json* value = present(object, key);
    if (!value)
        return std::nullopt;
    const auto step = boundedInteger(object, key, -farthestStep, farthestStep, 0);
    wrong = wrong || !step;
    return step;
}

Result<Note> readNote(const Json& object, const std::string& where) {
    if (!object.is_object())
        return Error{where + " is not an object. Remove it."};
    bool wrong = false;
    const auto first = stepOf(object, "first_step", wrong), last = stepOf(object, "last_step", wrong);
    if (wrong || (!first && last))
        return Error{where + " has no usable first_step and last_step. Give whole numbers, or null for the whole run."};
    if (first && last && *last < *first)
        return Error{where + " ends at step " + std::to_string(*last) + ", before its first step " +
                     std::to_string(*first) + ". Swap them."};
    const auto text = boundedText(object, "text", mostNoteBytes), from = boundedText(object, "from", mostNameBytes);
    if (!text || !from)
        return Error{where + " has a text that is none or too long. Write at most " +
                     formatCount(static_cast<std::int64_t>(mostNoteBytes)) + " bytes."};
    Note note;
    note.firstStep = first;
    note.lastStep = last.value_or(first.value_or(0));
    note.text = cleanNoteText(*text);
    note.from = plainText(*from, mostNameBytes);
    if (note.text.empty())
        return Error{where + " has no text. Write one or remove the note."};
    return note;
}

Result<Dismissal> readDismissal(const Json& object, const std::string& where) {
    if (!object.is_object())
        return Error{where + " is not an object. Remove it."};
    const auto code = boundedText(object, "code", mostNameBytes);
    const auto reason = boundedText(object, "reason", mostReasonBytes);
    bool wrong = false;
    const auto onset = stepOf(object, "onset_step", wrong), first = stepOf(object, "first_step", wrong),
               last = stepOf(object, "last_step", wrong);
    if (!code || code->empty() || !reason || wrong || !first || !last)
        return Error{where + " needs code, first_step, last_step and a reason of at most " +
                     formatCount(static_cast<std::int64_t>(mostReasonBytes)) + " bytes. Correct or remove it."};
    Dismissal dismissal{plainText(*code, mostNameBytes),        onset, *first, *last, {},
                        cleanNoteText(*reason, mostReasonBytes)};
    if (const Json* series = present(object, "series")) {
        const Error none{where + " has a list \"series\" that is none or too long. Correct or remove it."};
        if (!series->is_array() || series->size() > mostCitedSeries)
            return none;
        for (const Json& role : *series) {
            if (!role.is_string() || role.get_ref<const std::string&>().size() > mostNameBytes)
                return none;
            dismissal.series.push_back(role.get<std::string>());
        }
    }
    return dismissal;
}

/// Every entry of the list `key`, read one by one.
template <typename Entry, typename Read>
Result<std::vector<Entry>> readList(const Json& object, const char* key, std::size_t most, Read read) {
    std::vector<Entry> entries;
    const Json* list = present(object, key);
    if (!list)
        return entries;
    if (!list->is_array())
        return Error{std::string("\"") + key + "\" is not a list. Correct or remove it."};
    if (list->size() > most)
        return Error{std::string("\"") + key + "\" has " + formatCount(static_cast<std::int64_t>(list->size())) +
                     " entries, more than the " + formatCount(static_cast<std::int64_t>(most)) +
                     " that a run can have. Split the file."};
    for (std::size_t i = 0; i < list->size(); ++i) {
        auto entry = read((*list)[i], "entry " + std::to_string(i + 1) + " of \"" + key + '"');
        if (!entry)
            return entry.error();
        entries.push_back(std::move(entry).value());
    }
    return entries;
}

} // namespace

Result<Json> parseBoundedJson(std::string_view text) {
    if (text.size() > mostJsonBytes)
        return Error{"it is larger than " + std::to_string(mostJsonBytes >> 20) + " MiB. Choose another file."};
    if (tooMuch(text))
        return Error{"it is nested deeper than " + std::to_string(deepestJson) + " levels or holds more than " +
                     formatCount(mostJsonValues) + " values, so it is no file of this program. Choose another file."};
    Json document = Json::parse(text, nullptr, false);
    if (document.is_discarded() || !document.is_object())
        return Error{"it is not a JSON object; it may be damaged or cut off. Choose another file."};
    return document;
}

const Json* present(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::optional<std::string> boundedText(const Json& object, const char* key, std::size_t most,
                                       const std::string& fallback) {
    const Json* value = present(object, key);
    if (!value)
        return fallback;
    if (!value->is_string() || value->get_ref<const std::string&>().size() > most)
        return std::nullopt;
    return value->get<std::string>();
}

std::optional<std::int64_t> boundedInteger(const Json& object, const char* key, std::int64_t least, std::int64_t most,
                                           std::int64_t fallback) {
    const Json* value = present(object, key);
    if (!value)
        return fallback;
    const bool tooLarge = value->is_number_unsigned() && value->get<std::uint64_t>() > static_cast<std::uint64_t>(most);
    if (!value->is_number_integer() || tooLarge)
        return std::nullopt;
    const auto number = value->get<std::int64_t>();
    return number < least || number > most ? std::nullopt : std::optional(number);
}

std::optional<bool> boundedBool(const Json& object, const char* key, bool fallback) {
    const Json* value = present(object, key);
    if (!value)
        return fallback;
    return value->is_boolean() ? std::optional(value->get<bool>()) : std::nullopt;
}

Written noteJson(const Note& note) {
    return {{"first_step", stepOrNull(note.firstStep)},
            {"last_step", note.wholeRun() ? Written() : Written(note.lastStep)},
            {"text", note.text},
            {"from", note.from.empty() ? Written() : Written(note.from)}};
}

Written dismissalJson(const Dismissal& dismissal) {
    return {{"code", dismissal.code},
            {"onset_step", stepOrNull(dismissal.onsetStep)},
            {"first_step", dismissal.firstStep},
            {"last_step", dismissal.lastStep},
            {"series", dismissal.series},
            {"reason", dismissal.reason}};
}

Written reviewJson(const RunReview& review) {
    Written notes = Written::array(), dismissed = Written::array();
    for (const Note* note : notesInOrder(review))
        notes.push_back(noteJson(*note));
    for (const Dismissal& dismissal : review.dismissals)
        dismissed.push_back(dismissalJson(dismissal));
    return {{"notes", std::move(notes)}, {"dismissed", std::move(dismissed)}};
}

Result<RunReview> readReview(const Json& object) {
    auto notes = readList<Note>(object, "notes", mostNotes, readNote);
    if (!notes)
        return notes.error();
    auto dismissals = readList<Dismissal>(object, "dismissed", mostDismissals, readDismissal);
    if (!dismissals)
        return dismissals.error();
    return RunReview{std::move(notes).value(), std::move(dismissals).value()};
}

} // namespace tachograph
