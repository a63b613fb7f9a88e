#pragma once

#include "analysis/core/result.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tachograph {

/// The bytes of one recording, read from front to back: a regular file opened read-only, or bytes held in memory
/// (standard input, the clipboard). Folders, pipes, sockets and devices are refused by openFile() with a sentence,
/// because they may block for ever or never end. A file that shrinks while it is read just ends early, and one with a
/// hole of more than largestHole ends there.
class Source {
  public:
    static constexpr std::uint64_t largestHole = std::uint64_t{1} << 30; ///< bytes

    /// Opens a regular file (symbolic links are followed) without blocking.
    static Result<Source> openFile(const std::string& path);
    /// Bytes that are already here; `name` is what is shown to people ("standard input", "clipboard").
    static Source fromBytes(std::string name, std::string bytes);
    /// An open file, closed with the source: what was unpacked from `path`.
    static Source adopt(int descriptor, std::string path, std::string name, std::uint64_t size);

    Source(Source&&) noexcept;
    Source& operator=(Source&&) noexcept;
    ~Source();

    [[nodiscard]] const std::string& path() const { return m_path; }    ///< as given; the name for bytes in memory
    [[nodiscard]] const std::string& name() const { return m_name; }    ///< the last component of the path
    [[nodiscard]] std::uint64_t size() const { return m_size; }         ///< bytes when it was opened
    [[nodiscard]] std::uint64_t unread() const { return m_unread; }     ///< bytes from such a hole on; usually 0
    [[nodiscard]] std::uint64_t position() const { return m_position; } ///< bytes read so far

    /// Reads up to buffer.size() bytes; 0 at the end or after a read error (see failed()).
    std::size_t read(std::span<char> buffer);
    /// Starts again at byte 0.
    void rewind() { seek(0); }
    /// The next read() begins here.
    void seek(std::uint64_t position) { m_position = std::min(position, m_size); }
    /// Bytes from `offset` on, without moving position(); any number of threads may ask at once. Less than asked at the
    /// end only; nothing when the operating system refuses.
    [[nodiscard]] std::optional<std::size_t> readAt(std::uint64_t offset, std::span<char> buffer) const;
    /// True when the operating system refused a read; what was read before stays good.
    [[nodiscard]] bool failed() const { return m_failed; }

    /// The first min(size, count) bytes, without moving position().
    [[nodiscard]] std::string head(std::size_t count) const;
    /// The last min(size, count) bytes, likewise.
    [[nodiscard]] std::string tail(std::size_t count) const;

    /// SHA-256 of all bytes as 64 hexadecimal digits; reads the whole source once, without moving position().
    /// Empty when reading failed, not all of it can be read or `keepGoing` returned false (asked about once a
    /// megabyte).
    [[nodiscard]] std::string sha256(const std::function<bool()>& keepGoing = {}) const;

  private:
    Source() = default;
    int m_descriptor = -1; // -1: bytes in memory
    std::string m_bytes;
    std::string m_path, m_name;
    std::uint64_t m_size = 0, m_position = 0, m_unread = 0;
    bool m_failed = false;
};

/// The name of a path's last component, also for "x/" and "."; never empty for a non-empty path.
std::string baseName(std::string_view path);

} // namespace tachograph
