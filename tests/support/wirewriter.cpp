#include "tests/support/wirewriter.h"

#include <bit>

namespace tachograph::tests {

std::string WireWriter::varintBytes(std::uint64_t value) {
    std::string bytes;
    for (; value >= 0x80; value >>= 7)
        bytes += static_cast<char>((value & 0x7F) | 0x80);
    return bytes + static_cast<char>(value);
}

void WireWriter::key(std::uint32_t field, unsigned type) {
    m_message += varintBytes((std::uint64_t{field} << 3) | type);
}

WireWriter& WireWriter::varint(std::uint32_t field, std::uint64_t value) {
    key(field, 0);
    m_message += varintBytes(value);
    return *this;
}

WireWriter& WireWriter::fixed64(std::uint32_t field, double value) {
    key(field, 1);
    m_message += lowestFirst(std::bit_cast<std::uint64_t>(value));
    return *this;
}

WireWriter& WireWriter::fixed32(std::uint32_t field, float value) {
    key(field, 5);
    m_message += lowestFirst(std::bit_cast<std::uint32_t>(value));
    return *this;
}

WireWriter& WireWriter::bytes(std::uint32_t field, std::string_view value) {
    key(field, 2);
    m_message += varintBytes(value.size());
    m_message += value;
    return *this;
}

} // namespace tachograph::tests
