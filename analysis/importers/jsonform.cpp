#include "analysis/importers/jsonform.h"

#include "analysis/core/decimal.h"
#include "analysis/core/linereader.h"
#include "analysis/core/text.h"
#include "analysis/importers/jsonlreader.h"
#include "analysis/importers/rowblock.h"
#include "analysis/importers/stepkeys.h"

#include <cstring>
#include <functional>
#include <limits>

namespace tachograph {

namespace {

using Kind = JsonField::Kind;

bool begins(const char* at, std::string_view word) {
    return std::memcmp(at, word.data(), word.size()) == 0; // words are shorter than the padding
}

/// A word that stands for a number, at `at`; behind it or nullptr.
const char* readWord(const char* at, double& value, bool& absences) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto is = [&](std::string_view word, double meaning) {
        if (!begins(at, word))
            return false;
        value = meaning;
        at += word.size();
        return true;
    };
    if (is("null", RowBlock::absence())) {
        absences = true;
        return at;
    }
    if (is("NaN", std::numeric_limits<double>::quiet_NaN()) || is("true", 1.0) || is("false", 0.0) ||
        is("Infinity", infinity) || is("-Infinity", -infinity))
        return at;
    return nullptr;
}

/// A time stamp in quotes, at `at`; behind it or nullptr.
const char* readStamp(const char* at, double& value) {
    constexpr std::size_t longest = 40; // shorter than the padding
    if (*at != '"')
        return nullptr;
    const std::string_view text(at + 1, longest);
    const std::size_t end = text.find_first_of("\"\\\n");
    if (end == std::string_view::npos || text[end] != '"')
        return nullptr;
    const auto time = parseTimestamp(text.substr(0, end));
    if (!time)
        return nullptr;
    value = *time;
    return at + 1 + end + 1;
}

/// What the key means; verl's file logger wraps "data/" around all keys.
KeyUse useOf(std::string_view key) {
    return timeKeyUse(key.starts_with("data/") ? key.substr(5) : key);
}

/// Whether a field that is no number says the same in every line, namely nothing.
bool saysNothingAlways(const JsonField& field) {
    return field.kind == Kind::array || (useOf(field.key) == KeyUse::series && field.key != "event" &&
                                         !stepKeyRank(field.key) && !JsonlReader::mayBeValue(field));
}

} // namespace

std::optional<JsonForm> JsonForm::of(std::string_view line, const JsonRecord& record) {
    JsonForm form;
    const char* behind = line.data();
    const char* const end = line.data() + line.size();
    bool time = false;
    for (const JsonField& field : record.fields()) {
        const bool stamp = field.kind == Kind::text && !time && useOf(field.key) == KeyUse::time;
        time = time || useOf(field.key) == KeyUse::time;
        form.m_fields.push_back({std::string(field.key), Field::noColumn, stamp});
        const bool column =
            stamp || field.kind == Kind::number || field.kind == Kind::boolean || field.kind == Kind::null;
        if (column ? !form.addColumn(field, behind, end) : !saysNothingAlways(field))
            return std::nullopt;
    }
    if (form.m_literals.empty() || record.fieldsLeftOut() > 0)
        return std::nullopt;
    form.addLiteral({behind, end}, Slot::end);
    return form;
}

/// Adds the text between `behind` and the field, and moves `behind` over the field's value.
bool JsonForm::addColumn(const JsonField& field, const char*& behind, const char* end) {
    // Fields come in the order in which they are written; those of the lenient path have no place.
    if (!field.place || std::less<>()(field.place, behind) || !std::less<>()(field.place, end))
        return false;
    Field& added = m_fields.back();
    added.column = m_literals.size();
    const bool finite = useOf(field.key) != KeyUse::series || stepKeyRank(field.key).has_value();
    addLiteral({behind, field.place}, added.stamp ? Slot::stamp : finite ? Slot::finite : Slot::value);
    double value = 0;
    bool absences = false;
    behind = readSlot(m_literals.back().behind, field.place, value, absences);
    return behind != nullptr;
}

inline const char* JsonForm::readSlot(Slot slot, const char* at, double& value, bool& absences) {
    if (slot == Slot::stamp)
        return readStamp(at, value);
    const char* behind = readDecimal(at, value);
    return behind || slot == Slot::finite ? behind : readWord(at, value, absences);
}

void JsonForm::addLiteral(std::string_view text, Slot behind) {
    constexpr std::size_t wordBytes = sizeof(std::uint64_t);
    Literal literal{m_words.size(), text.size(), ~std::uint64_t{0}, behind};
    for (std::size_t at = 0; at < text.size(); at += wordBytes) {
        const std::string_view part = text.substr(at, wordBytes);
        std::uint64_t word = 0, mask = 0;
        std::memcpy(&word, part.data(), part.size());
        std::memset(&mask, 0xFF, part.size());
        m_words.push_back(word);
        literal.lastMask = mask;
    }
    m_literals.push_back(literal);
}

inline bool JsonForm::matches(const Literal& literal, const char* at) const {
    constexpr std::size_t wordBytes = sizeof(std::uint64_t);
    const std::size_t count = (literal.size + wordBytes - 1) / wordBytes;
    const std::uint64_t* const words = m_words.data() + literal.firstWord;
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t word = 0;
        std::memcpy(&word, at + i * wordBytes, wordBytes);
        word ^= words[i];
        difference |= i + 1 < count ? word : word & literal.lastMask;
    }
    return difference == 0;
}

const char* JsonForm::read(const char* at, const char* end, double* values, bool& absences) const {
    for (const Literal& literal : m_literals) {
        // The whole literal must lie in the text; a word more than that is padding.
        if (static_cast<std::size_t>(end - at) < literal.size || !matches(literal, at))
            return nullptr;
        at += literal.size;
        if (literal.behind == Slot::end)
            break;
        at = readSlot(literal.behind, at, *values, absences);
        if (!at)
            return nullptr;
        ++values;
    }
    at += *at == '\r' ? 1 : 0;
    return *at == '\n' && at < end ? at + 1 : nullptr;
}

} // namespace tachograph
