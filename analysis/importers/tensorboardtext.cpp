#include "analysis/importers/tensorboardtext.h"

#include "analysis/core/text.h"
#include "analysis/importers/settingsfile.h"
#include "analysis/importers/stepkeys.h"
#include "analysis/importers/wirereader.h"

#include <algorithm>
#include <array>

namespace tachograph {

namespace {

using Type = WireField::Type;

constexpr std::size_t mostSettings = 10'000;

/// "args" of "args/text_summary": torch puts the ending behind every text.
std::string_view nameOfText(std::string_view tag) {
    constexpr std::string_view ending = "/text_summary";
    return tag.ends_with(ending) ? tag.substr(0, tag.size() - ending.size()) : tag;
}

bool isNameOfSettings(std::string_view name) {
    constexpr std::array names = std::to_array<std::string_view>(
        {"args", "config", "hparams", "params", "parameters", "hyperparameters", "training_args"});
    return std::ranges::find(names, name) != names.end();
}

/// "|learning_rate|0.1|" on lines of their own; the two lines of the heading are left out.
Settings settingsOfTable(std::string_view text) {
    Settings settings;
    std::size_t line = 0;
    while (!text.empty() && settings.size() < mostSettings) {
        const std::string_view row = trimmed(text.substr(0, text.find('\n')));
        text.remove_prefix(
            std::min(text.size(), text.find('\n') == std::string_view::npos ? text.size() : text.find('\n') + 1));
        if (row.empty())
            continue;
        const std::size_t middle = row.find('|', 1);
        if (row.front() != '|' || row.back() != '|' || middle == std::string_view::npos || middle + 1 >= row.size())
            return {};
        if (++line > 2)
            settings[plainText(trimmed(row.substr(1, middle - 1)), 200)] =
                plainText(trimmed(row.substr(middle + 1, row.size() - middle - 2)));
    }
    return settings;
}

/// A google.protobuf.Value as text; nothing for lists and structures.
std::optional<std::string> textOfValue(std::string_view value) {
    WireReader reader(value);
    const auto field = reader.next();
    if (!field)
        return std::nullopt;
    if (field->is(1, Type::varint))
        return "null";
    if (field->is(2, Type::fixed64))
        return machineNumber(field->asDouble());
    if (field->is(3, Type::bytes))
        return plainText(field->bytes);
    if (field->is(4, Type::varint))
        return field->raw != 0 ? "true" : "false";
    return std::nullopt;
}

} // namespace

Settings settingsOfText(std::string_view tag, std::string_view text) {
    const std::string_view name = nameOfText(tag);
    text = trimmed(text.substr(0, largestSettingsFile));
    Settings found;
    if (text.starts_with('{')) {
        if (auto parsed = parseSettings(text, std::string(tag)))
            found = std::move(parsed).value();
    } else if (text.starts_with('|')) {
        found = settingsOfTable(text);
    }
    if (isNameOfSettings(name))
        return found;
    Settings prefixed;
    for (auto& [key, value] : found)
        prefixed[plainText(name, 200) + "." + key] = std::move(value);
    return prefixed;
}

Settings hyperparametersOf(std::string_view message) {
    Settings settings;
    WireReader entries(bytesOf(message, 3));
    while (const auto entry = entries.next()) {
        if (!entry->is(1, Type::bytes) || settings.size() >= mostSettings)
            continue;
        if (auto text = textOfValue(bytesOf(entry->bytes, 2)))
            settings[plainText(bytesOf(entry->bytes, 1), 200)] = std::move(*text);
    }
    return settings;
}

std::optional<SessionOutcome> sessionOutcomeOf(std::string_view message) {
    constexpr std::array words = {"unknown", "success", "failure", "running"};
    const std::string_view end = bytesOf(message, 4);
    const auto status = fieldOf(end, 1, Type::varint);
    if (!status || status->raw >= words.size())
        return std::nullopt;
    SessionOutcome outcome{"session ended: " + std::string(words[status->raw]), {}};
    if (const auto time = fieldOf(end, 2, Type::fixed64))
        outcome.time = unixSeconds(time->asDouble());
    return outcome;
}

} // namespace tachograph
