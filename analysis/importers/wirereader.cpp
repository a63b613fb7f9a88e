#include "analysis/importers/wirereader.h"

#include "analysis/importers/bytewindow.h"

#include <bit>

namespace tachograph {

double WireField::asDouble() const {
    return std::bit_cast<double>(raw);
}

float WireField::asFloat() const {
    return std::bit_cast<float>(static_cast<std::uint32_t>(raw));
}

std::optional<std::uint64_t> WireReader::takeVarint(std::string_view& bytes) {
    constexpr unsigned bitsOfAByte = 7, lastShift = 63;
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift <= lastShift && !bytes.empty(); shift += bitsOfAByte) {
        const auto byte = static_cast<std::uint8_t>(bytes.front());
        bytes.remove_prefix(1);
        if (shift == lastShift && byte > 1)
            return std::nullopt;
        value |= static_cast<std::uint64_t>(byte & 0x7Fu) << shift;
        if (byte < 0x80)
            return value;
    }
    return std::nullopt;
}

std::optional<WireField> WireReader::next() {
    if (m_rest.empty() || m_damaged)
        return std::nullopt;
    m_damaged = true; // until the field is whole
    const auto key = takeVarint(m_rest);
    if (!key || (*key >> 3) == 0 || (*key >> 3) > 0x1FFFFFFFu)
        return std::nullopt;
    WireField field;
    field.number = static_cast<std::uint32_t>(*key >> 3);
    field.type = static_cast<WireField::Type>(*key & 7u);
    switch (field.type) {
    case WireField::Type::varint:
        if (const auto value = takeVarint(m_rest))
            field.raw = *value;
        else
            return std::nullopt;
        break;
    case WireField::Type::fixed64:
        if (m_rest.size() < sizeof(std::uint64_t))
            return std::nullopt;
        field.raw = littleEndian<std::uint64_t>(m_rest);
        m_rest.remove_prefix(sizeof(std::uint64_t));
        break;
    case WireField::Type::fixed32:
        if (m_rest.size() < sizeof(std::uint32_t))
            return std::nullopt;
        field.raw = littleEndian<std::uint32_t>(m_rest);
        m_rest.remove_prefix(sizeof(std::uint32_t));
        break;
    case WireField::Type::bytes: {
        const auto length = takeVarint(m_rest);
        if (!length || *length > m_rest.size())
            return std::nullopt;
        field.bytes = m_rest.substr(0, static_cast<std::size_t>(*length));
        m_rest.remove_prefix(field.bytes.size());
        break;
    }
    default:
        return std::nullopt;
    }
    m_damaged = false;
    return field;
}

std::optional<WireField> fieldOf(std::string_view message, std::uint32_t number, WireField::Type type) {
    WireReader reader(message);
    while (const auto field = reader.next())
        if (field->is(number, type))
            return field;
    return std::nullopt;
}

std::string_view bytesOf(std::string_view message, std::uint32_t number) {
    const auto field = fieldOf(message, number, WireField::Type::bytes);
    return field ? field->bytes : std::string_view();
}

} // namespace tachograph
