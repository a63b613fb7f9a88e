#include "analysis/importers/eventline.h"

#include "analysis/core/text.h"
#include "analysis/importers/stepkeys.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tachograph {

namespace {

struct KindWord {
    std::string_view word;
    EventKind kind;
};

constexpr std::array kindWords = std::to_array<KindWord>({
    {"checkpoint", EventKind::checkpoint},
    {"save_checkpoint", EventKind::checkpoint},
    {"save", EventKind::checkpoint},
    {"checkpoint_saved", EventKind::checkpoint},
    {"resume", EventKind::resume},
    {"resumed", EventKind::resume},
    {"restart", EventKind::resume},
    {"eval", EventKind::evaluation},
    {"evaluation", EventKind::evaluation},
    {"validation", EventKind::evaluation},
    {"oom", EventKind::oom},
    {"out_of_memory", EventKind::oom},
    {"exception", EventKind::exception},
    {"error", EventKind::exception},
    {"crash", EventKind::exception},
    {"config", EventKind::config},
    {"config_change", EventKind::config},
    {"exit", EventKind::exit},
    {"finished", EventKind::exit},
    {"note", EventKind::note},
    {"warning", EventKind::note},
    {"message", EventKind::note},
});

/// A value as people read it, for the text of an event.
std::string shown(const JsonField& field) {
    switch (field.kind) {
    case JsonField::Kind::number:
        return machineNumber(field.number);
    case JsonField::Kind::boolean:
        return field.number != 0.0 ? "true" : "false";
    case JsonField::Kind::null:
        return "null";
    default:
        return std::string(field.text);
    }
}

bool isOneOf(std::string_view key, std::initializer_list<std::string_view> keys) {
    return std::ranges::find(keys, key) != keys.end();
}

void readStamp(const JsonField& field, Event& event) {
    if (field.kind == JsonField::Kind::number)
        event.time = unixSeconds(field.number);
    else if (field.kind == JsonField::Kind::text)
        event.time = parseTimestamp(field.text);
}

void readDuration(const JsonField& field, Event& event) {
    if (field.kind == JsonField::Kind::number && std::isfinite(field.number) && field.number >= 0.0)
        event.durationSeconds = field.number;
    else if (field.kind == JsonField::Kind::text)
        if (const auto parsed = parseDuration(field.text))
            event.durationSeconds = parsed->seconds;
}

std::string changeText(const JsonRecord& record) {
    const JsonField* key = record.find("key");
    const JsonField* before = record.find("old");
    const JsonField* after = record.find("new");
    if (!key)
        return {};
    std::string text = shown(*key) + ":";
    if (before)
        text += " " + shown(*before);
    if (after)
        text += " \u2192 " + shown(*after);
    return text;
}

} // namespace

std::optional<EventKind> eventKindOfWord(std::string_view word) {
    const auto found =
        std::ranges::find_if(kindWords, [word](const KindWord& entry) { return equalsIgnoringCase(entry.word, word); });
    return found == kindWords.end() ? std::nullopt : std::optional(found->kind);
}

std::optional<Event> eventOfRecord(const JsonRecord& record) {
    const JsonField* name = record.find("event");
    if (!name || name->kind != JsonField::Kind::text)
        return std::nullopt;
    const auto kind = eventKindOfWord(name->text);
    Event event;
    event.kind = kind.value_or(EventKind::note);
    bool hasMetrics = false;
    std::string words;
    for (const JsonField& field : record.fields()) {
        if (timeKeyUse(field.key) == KeyUse::time)
            readStamp(field, event);
        else if (isOneOf(field.key, {"duration_s", "duration", "seconds", "took_s"}))
            readDuration(field, event);
        else if (isOneOf(field.key, {"text", "message", "msg", "reason", "path", "error"}) &&
                 field.kind == JsonField::Kind::text)
            words += (words.empty() ? "" : " ") + std::string(field.text.substr(0, 2000));
        else if (stepKeyRank(field.key) && !event.step)
            event.step = field.kind == JsonField::Kind::number ? stepFromNumber(field.number)
                         : field.kind == JsonField::Kind::text ? stepFromText(field.text)
                                                               : std::nullopt;
        else if (field.kind == JsonField::Kind::number && !isOneOf(field.key, {"key", "old", "new", "exit_code"}))
            hasMetrics = true;
    }
    if (!kind && hasMetrics)
        return std::nullopt;
    if (words.empty())
        words = changeText(record);
    if (const JsonField* code = record.find("exit_code"); code && words.empty())
        words = "exit code " + shown(*code);
    event.text = kind ? words : std::string(name->text) + (words.empty() ? "" : ": " + words);
    return event;
}

} // namespace tachograph
