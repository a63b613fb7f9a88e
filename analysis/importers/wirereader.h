#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tachograph {

/// One field of a protobuf message as it is on the wire.
struct WireField {
    enum class Type : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };
    std::uint32_t number = 0;
    Type type = Type::varint;
    std::uint64_t raw = 0;  ///< of varint, fixed64 and fixed32
    std::string_view bytes; ///< of bytes: a text, a message or packed numbers; points into the message

    [[nodiscard]] bool is(std::uint32_t wanted, Type kind) const { return number == wanted && type == kind; }
    [[nodiscard]] std::int64_t integer() const { return static_cast<std::int64_t>(raw); } ///< int32, int64, enum
    [[nodiscard]] double asDouble() const;                                                ///< of fixed64
    [[nodiscard]] float asFloat() const;                                                  ///< of fixed32
};

/// Walks over the fields of one protobuf message. A reader of its own instead of the protobuf library: two recordings
/// with a handful of messages need no generated code, every length is checked against the bytes that are there, nothing
/// is allocated, nothing recurses, and unknown fields of newer writers cost nothing. Groups (dead since 2008) count as
/// damage.
class WireReader {
  public:
    explicit WireReader(std::string_view message) : m_rest(message) {}

    /// The next field; nothing at the end and where the message is damaged.
    std::optional<WireField> next();
    /// The message does not end where a field ends, or has a field that cannot be.
    [[nodiscard]] bool damaged() const { return m_damaged; }

    /// The varint at the front of `bytes`, removed from it; nothing when it does not end or is longer than 64 bits.
    static std::optional<std::uint64_t> takeVarint(std::string_view& bytes);

  private:
    std::string_view m_rest;
    bool m_damaged = false;
};

/// The first field of that number and type; nothing when there is none.
std::optional<WireField> fieldOf(std::string_view message, std::uint32_t number, WireField::Type type);
/// The text, message or packed numbers in that field; empty when there is none.
std::string_view bytesOf(std::string_view message, std::uint32_t number);

} // namespace tachograph
