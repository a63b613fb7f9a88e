#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tachograph::tests {

/// Writes protobuf messages field by field, for recordings that tests make themselves.
class WireWriter {
  public:
    WireWriter& varint(std::uint32_t field, std::uint64_t value);
    WireWriter& fixed64(std::uint32_t field, double value);
    WireWriter& fixed32(std::uint32_t field, float value);
    WireWriter& bytes(std::uint32_t field, std::string_view value);

    [[nodiscard]] const std::string& message() const { return m_message; }

    static std::string varintBytes(std::uint64_t value);

  private:
    void key(std::uint32_t field, unsigned type);

    std::string m_message;
};

/// The bytes of a number, lowest first.
template <typename T>
std::string lowestFirst(T value) {
    std::string bytes;
    for (std::size_t i = 0; i < sizeof value; ++i)
        bytes += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i));
    return bytes;
}

} // namespace tachograph::tests
