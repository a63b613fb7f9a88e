#include "analysis/importers/wandbitem.h"

#include "analysis/core/linereader.h"
#include "analysis/core/text.h"
#include "analysis/importers/wirereader.h"

#include <cmath>

namespace tachograph {

namespace {

/// Objects that stand for something else than their numbers: {"_type": "histogram", ...}.
bool isMedia(const JsonRecord& record) {
    return record.find("_type") != nullptr;
}

/// A text is a number only where it stands for one that JSON cannot write: "NaN", "Infinity".
WandbValues::Kind kindOfText(std::string_view text, double& value) {
    value = parseNumber(text).value_or(0.0);
    return std::isfinite(value) ? WandbValues::Kind::other : WandbValues::Kind::number;
}

WandbValues::Kind kindOf(const JsonField& field, double& value) {
    using Kind = WandbValues::Kind;
    value = field.number;
    switch (field.kind) {
    case JsonField::Kind::number:
    case JsonField::Kind::boolean:
        return Kind::number;
    case JsonField::Kind::null:
        return Kind::missing;
    case JsonField::Kind::text:
        return kindOfText(field.text, value);
    default:
        return Kind::other;
    }
}

} // namespace

std::optional<WandbItem> WandbItem::from(std::string_view message) {
    constexpr std::uint32_t keyField = 1, nestedKeyField = 2, valueField = 16;
    WandbItem item;
    WireReader reader(message);
    while (const auto field = reader.next()) {
        if (field->type != WireField::Type::bytes)
            continue;
        if (field->number == valueField)
            item.json = field->bytes;
        if (field->number != keyField && field->number != nestedKeyField)
            continue;
        if (item.key.size() + field->bytes.size() >= JsonRecord::longestKey)
            return std::nullopt;
        item.key += item.key.empty() ? "" : ".";
        item.key += field->bytes;
    }
    if (item.key.empty())
        return std::nullopt;
    return item;
}

WandbValues::Kind WandbValues::scalar(std::string_view json, double& value) {
    json = trimmed(json);
    if (json.empty() || json == "null" || json == "None")
        return Kind::missing;
    if (json.front() == '"')
        return kindOfText(json, value);
    if (json == "true" || json == "false") {
        value = json == "true" ? 1.0 : 0.0;
        return Kind::number;
    }
    const auto number = parseNumber(json);
    value = number.value_or(0.0);
    return number ? Kind::number : Kind::other;
}

void WandbValues::read(const WandbItem& item, const Taker& take) {
    const std::string_view json = trimmed(item.json);
    double value = 0.0;
    if (!json.starts_with('{')) {
        const Kind kind = scalar(json, value);
        return take(item.key, kind, value);
    }
    m_padded.assign(json);
    m_padded.append(LineReader::padding, '\0');
    if (!m_record.read(std::string_view(m_padded).substr(0, json.size())) || isMedia(m_record))
        return take(item.key, Kind::other, 0.0);
    for (const JsonField& field : m_record.fields()) {
        m_key.assign(item.key).append(".").append(field.key);
        const Kind kind = kindOf(field, value);
        take(m_key, kind, value);
    }
}

} // namespace tachograph
