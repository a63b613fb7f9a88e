#include "analysis/importers/jsonrecord.h"

#include "analysis/core/linereader.h"
#include "analysis/core/text.h"
#include "analysis/importers/jsonscanner.h"

#include <simdjson.h>

#include <algorithm>
#include <array>

namespace tachograph {

static_assert(LineReader::padding >= simdjson::SIMDJSON_PADDING);

namespace {

namespace ondemand = simdjson::ondemand;

/// The key as written, or empty when it holds an escape and must be rewritten.
std::string_view plainKey(ondemand::raw_json_string raw) {
    const char* begin = raw.raw();
    const char* end = begin;
    while (*end != '"' && *end != '\\')
        ++end;
    return *end == '"' ? std::string_view(begin, static_cast<std::size_t>(end - begin)) : std::string_view();
}

} // namespace

/// The fast path: any error ends it, and the whole object is read again by the lenient one.
struct JsonRecord::Strict {
    ondemand::parser parser;

    static bool readValue(ondemand::value value, JsonField& field) {
        ondemand::json_type type{};
        if (value.type().get(type) != simdjson::SUCCESS)
            return false;
        const std::string_view token = value.raw_json_token();
        field.place = token.data();
        switch (type) {
        case ondemand::json_type::number:
            field.kind = JsonField::Kind::number;
            field.text = token;
            return value.get_double().get(field.number) == simdjson::SUCCESS;
        case ondemand::json_type::string:
            field.kind = JsonField::Kind::text;
            return value.get_string().get(field.text) == simdjson::SUCCESS;
        case ondemand::json_type::boolean: {
            bool truth = false;
            field.kind = JsonField::Kind::boolean;
            if (value.get_bool().get(truth) != simdjson::SUCCESS)
                return false;
            field.number = truth ? 1.0 : 0.0;
            return true;
        }
        case ondemand::json_type::null: {
            // A bare nan begins like null.
            bool really = false;
            field.kind = JsonField::Kind::null;
            return value.is_null().get(really) == simdjson::SUCCESS && really;
        }
        case ondemand::json_type::array: {
            ondemand::array array;
            field.kind = JsonField::Kind::array;
            return value.get_array().get(array) == simdjson::SUCCESS &&
                   array.raw_json().get(field.text) == simdjson::SUCCESS;
        }
        default:
            return false;
        }
    }

    static bool readObject(JsonRecord& record, ondemand::object object, std::string_view prefix, int depth) {
        for (auto item : object) {
            ondemand::raw_json_string raw;
            ondemand::value value;
            if (item.key().get(raw) != simdjson::SUCCESS)
                return false;
            std::string_view key = plainKey(raw);
            if (key.empty() && item.unescaped_key().get(key) != simdjson::SUCCESS)
                return false;
            if (item.value().get(value) != simdjson::SUCCESS)
                return false;
            ondemand::json_type type{};
            if (value.type().get(type) != simdjson::SUCCESS)
                return false;
            if (type == ondemand::json_type::object) {
                if (depth >= deepest || prefix.size() + key.size() + 1 > longestKey) {
                    ++record.m_leftOut;
                    continue;
                }
                const std::string joined = std::string(prefix).append(key) + record.m_separator;
                ondemand::object inner;
                if (value.get_object().get(inner) != simdjson::SUCCESS || !readObject(record, inner, joined, depth + 1))
                    return false;
                continue;
            }
            JsonField* field = record.append(prefix, key);
            if (field && !readValue(value, *field))
                return false;
        }
        return true;
    }

    bool read(JsonRecord& record, std::string_view text) {
        ondemand::document document;
        const simdjson::padded_string_view padded(text.data(), text.size(), text.size() + LineReader::padding);
        if (parser.iterate(padded).get(document) != simdjson::SUCCESS)
            return false;
        ondemand::object object;
        if (document.get_object().get(object) != simdjson::SUCCESS)
            return false;
        const char* behind = nullptr;
        // Behind the object there must be nothing: asking for the place fails at the end of the text.
        return readObject(record, object, {}, 1) && document.current_location().get(behind) != simdjson::SUCCESS;
    }
};

/// The same by JsonScanner. Recursion is bounded by `deepest`.
struct JsonRecord::Lenient {
    JsonRecord& record;
    JsonScanner scanner;

    static void readWord(std::string_view word, JsonField& field) {
        using Kind = JsonField::Kind;
        if (word == "true" || word == "True" || word == "false" || word == "False") {
            field.kind = Kind::boolean;
            field.number = word[0] == 't' || word[0] == 'T' ? 1.0 : 0.0;
        } else if (word == "null" || word == "None") {
            field.kind = Kind::null;
        } else if (const auto number = parseNumber(word)) {
            field.kind = Kind::number;
            field.number = *number;
            field.text = word;
        } else {
            field.kind = Kind::text;
            field.text = word;
        }
    }

    bool readValue(JsonField* field) {
        const char first = scanner.peek();
        const bool quoted = first == '"' || first == '\'';
        const auto text = quoted ? scanner.takeString(record.m_scratch) : scanner.takeValue();
        if (!text || !field)
            return text.has_value();
        field->text = record.keep(*text);
        if (quoted)
            field->kind = JsonField::Kind::text;
        else if (first == '[')
            field->kind = JsonField::Kind::array;
        else
            readWord(*text, *field);
        return true;
    }

    bool readObject(std::string_view prefix, int depth) {
        if (!scanner.take('{'))
            return false;
        while (!scanner.take('}')) {
            const auto key = scanner.takeString(record.m_scratch);
            if (!key || !scanner.take(':'))
                return false;
            if (scanner.peek() == '{' && depth < deepest && prefix.size() + key->size() + 1 <= longestKey) {
                const std::string joined = std::string(prefix).append(*key) + record.m_separator;
                if (!readObject(joined, depth + 1))
                    return false;
            } else if (scanner.peek() == '{') {
                ++record.m_leftOut;
                if (!scanner.takeValue())
                    return false;
            } else if (!readValue(record.append(prefix, record.keep(*key)))) {
                return false;
            }
            if (!scanner.take(',') && scanner.peek() != '}')
                return false;
        }
        return true;
    }
};

JsonRecord::JsonRecord(char separator) : m_separator(separator), m_strict(std::make_unique<Strict>()) {}

JsonRecord::~JsonRecord() = default;

std::string& JsonRecord::keptText() {
    if (m_keptUsed == m_kept.size())
        m_kept.push_back(std::make_unique<std::string>());
    return *m_kept[m_keptUsed++];
}

/// `text` itself while it points into the input; a copy when it lies in the scratch.
std::string_view JsonRecord::keep(std::string_view text) {
    if (text.data() != m_scratch.data() || m_fields.size() >= mostFields)
        return text;
    return keptText().assign(text);
}

/// The new field, or nullptr when there is no room for it.
JsonField* JsonRecord::append(std::string_view prefix, std::string_view key) {
    if (m_fields.size() >= mostFields || prefix.size() + key.size() > longestKey) {
        ++m_leftOut;
        return nullptr;
    }
    JsonField field;
    field.key = key;
    if (!prefix.empty()) {
        std::string& joined = keptText();
        joined.assign(prefix).append(key);
        field.key = joined;
    }
    m_fields.push_back(field);
    return &m_fields.back();
}

bool JsonRecord::read(std::string_view object) {
    const auto clear = [this] {
        m_fields.clear();
        m_keptUsed = 0;
        m_leftOut = 0;
        m_problem = "";
    };
    clear();
    object = trimmed(object);
    if (object.empty() || object.front() != '{') {
        m_problem = "is not a JSON object";
        return false;
    }
    if (m_strict->read(*this, object))
        return true;
    clear();
    if (readLenient(object))
        return true;
    const bool torn = object.back() != '}';
    clear();
    m_problem = torn ? "ends in the middle of a JSON object" : "is not JSON";
    return false;
}

bool JsonRecord::readLenient(std::string_view object) {
    Lenient pass{*this, JsonScanner(object)};
    return pass.readObject({}, 1) && pass.scanner.position() == object.size();
}

const JsonField* JsonRecord::find(std::string_view key) const {
    const auto found = std::ranges::find(m_fields, key, &JsonField::key);
    return found == m_fields.end() ? nullptr : &*found;
}

} // namespace tachograph
