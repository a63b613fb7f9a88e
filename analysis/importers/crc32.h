#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tachograph {

/// Check sums of 32 bits as recordings carry them: all bits set before and inverted after, polynomial reflected.
class Crc32 {
  public:
    static const Crc32& ieee();       ///< zlib, PNG, W&B
    static const Crc32& castagnoli(); ///< "CRC32C": TensorBoard, LevelDB

    [[nodiscard]] std::uint32_t of(std::string_view bytes) const;
    /// Of the one byte `first` and then `rest`, without laying them together.
    [[nodiscard]] std::uint32_t of(char first, std::string_view rest) const;

    /// The form in which check sums are stored beside the bytes they cover, so that a sum over sums is not zero.
    static constexpr std::uint32_t masked(std::uint32_t sum) { return ((sum >> 15) | (sum << 17)) + 0xa282ead8u; }

  private:
    explicit Crc32(std::uint32_t reflectedPolynomial);
    [[nodiscard]] std::uint32_t continued(std::uint32_t state, std::string_view bytes) const;

    std::array<std::uint32_t, 256> m_table{};
};

} // namespace tachograph
