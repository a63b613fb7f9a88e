#include "analysis/importers/crc32.h"

namespace tachograph {

Crc32::Crc32(std::uint32_t reflectedPolynomial) {
    for (std::uint32_t byte = 0; byte < m_table.size(); ++byte) {
        std::uint32_t sum = byte;
        for (int bit = 0; bit < 8; ++bit)
            sum = (sum & 1u) != 0 ? (sum >> 1) ^ reflectedPolynomial : sum >> 1;
        m_table[byte] = sum;
    }
}

const Crc32& Crc32::ieee() {
    static const Crc32 crc(0xEDB88320u);
    return crc;
}

const Crc32& Crc32::castagnoli() {
    static const Crc32 crc(0x82F63B78u);
    return crc;
}

std::uint32_t Crc32::continued(std::uint32_t state, std::string_view bytes) const {
    for (const char byte : bytes)
        state = m_table[(state ^ static_cast<std::uint8_t>(byte)) & 0xFFu] ^ (state >> 8);
    return state;
}

std::uint32_t Crc32::of(std::string_view bytes) const {
    return ~continued(0xFFFFFFFFu, bytes);
}

std::uint32_t Crc32::of(char first, std::string_view rest) const {
    return ~continued(continued(0xFFFFFFFFu, std::string_view(&first, 1)), rest);
}

} // namespace tachograph
