#pragma once

#include "analysis/core/source.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace tachograph {

/// Reads a binary Source from front to back through a window: look at the next bytes, then step over them. The memory
/// grows to the largest look and never beyond what the source really has.
class ByteWindow {
  public:
    /// Starts at byte 0 of the source.
    explicit ByteWindow(Source& source);

    /// The next `count` bytes, or as many as are left. Valid until the next call of a function that is not const.
    std::string_view look(std::size_t count);
    /// Steps over `count` bytes, or to the end.
    void skip(std::uint64_t count);

    [[nodiscard]] std::uint64_t offset() const { return m_offset; } ///< of the next byte
    [[nodiscard]] std::uint64_t left() const { return m_size - m_offset; }
    [[nodiscard]] double progress() const; ///< 0 to 1, by bytes

  private:
    void fill(std::size_t count);

    Source& m_source;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0, m_end = 0; // of the bytes in the buffer that were not stepped over
    std::uint64_t m_offset = 0, m_size = 0;
};

/// A number stored with its lowest byte first, at `position` of `bytes`, which must reach that far.
template <typename T>
T littleEndian(std::string_view bytes, std::size_t position = 0) {
    static_assert(std::endian::native == std::endian::little, "the recordings are little-endian, as is the machine");
    T value;
    std::memcpy(&value, bytes.data() + position, sizeof value);
    return value;
}

} // namespace tachograph
