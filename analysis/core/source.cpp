#include "analysis/core/source.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <nettle/sha2.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tachograph {

namespace {

constexpr std::size_t chunkBytes = std::size_t{1} << 20;

std::string hexadecimal(std::span<const std::uint8_t> bytes) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    text.reserve(bytes.size() * 2);
    for (std::uint8_t byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

/// pread until the buffer is full or the file ends; -1 when the system refuses.
ssize_t readFully(int descriptor, std::span<char> buffer, std::uint64_t offset) {
    std::size_t done = 0;
    while (done < buffer.size()) {
        const ssize_t got =
            ::pread(descriptor, buffer.data() + done, buffer.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return done > 0 ? static_cast<ssize_t>(done) : -1;
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    return static_cast<ssize_t>(done);
}

/// Where the first large hole of a sparse file begins; its size when it has none. Reading a terabyte of zeros takes
/// minutes and says nothing.
std::uint64_t endOfData(int descriptor, const struct stat& status) {
    constexpr int mostExtents = 4'096;
    constexpr std::uint64_t blockBytes = 512;
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (static_cast<std::uint64_t>(status.st_blocks) * blockBytes + Source::largestHole >= size)
        return size;
    off_t at = 0;
    for (int extent = 0; extent < mostExtents; ++extent) {
        const off_t hole = ::lseek(descriptor, at, SEEK_HOLE);
        if (hole < 0 || static_cast<std::uint64_t>(hole) >= size)
            return size;
        const off_t data = ::lseek(descriptor, hole, SEEK_DATA);
        const std::uint64_t holeEnd = data < 0 ? size : static_cast<std::uint64_t>(data);
        if (holeEnd - static_cast<std::uint64_t>(hole) > Source::largestHole)
            return static_cast<std::uint64_t>(hole);
        at = data < 0 ? hole : data;
    }
    return size;
}

std::string kindOf(mode_t mode) {
    if (S_ISDIR(mode))
        return "a folder";
    if (S_ISFIFO(mode))
        return "a pipe";
    if (S_ISSOCK(mode))
        return "a socket";
    return "a device";
}

} // namespace

Result<Source> Source::openFile(const std::string& path) {
    // O_NONBLOCK: opening a pipe that nobody writes to must not hang. It has no effect on regular files.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) {
        const int reason = errno;
        if (reason == ENOENT || reason == ENOTDIR)
            return Error{path + ": there is no such file. Check the path."};
        if (reason == EACCES || reason == EPERM)
            return Error{path + ": permission to read it is denied. Change its permissions or copy it."};
        return Error{path + ": it cannot be opened (" + std::strerror(reason) + "). Check the path or copy the file."};
    }
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return Error{path + ": it is " + kindOf(status.st_mode) +
                     ", not a file. Copy its content to a file, or pipe it in with -."};
    }
    Source source;
    source.m_descriptor = descriptor;
    source.m_path = path;
    source.m_name = baseName(path);
    source.m_size = endOfData(descriptor, status);
    source.m_unread = static_cast<std::uint64_t>(status.st_size) - source.m_size;
    return source;
}

Source Source::fromBytes(std::string name, std::string bytes) {
    Source source;
    source.m_size = bytes.size();
    source.m_bytes = std::move(bytes);
    source.m_path = name;
    source.m_name = std::move(name);
    return source;
}

Source Source::adopt(int descriptor, std::string path, std::string name, std::uint64_t size) {
    Source source;
    source.m_descriptor = descriptor;
    source.m_path = std::move(path);
    source.m_name = std::move(name);
    source.m_size = size;
    source.m_unread = 1; // whatever is added behind is not its own: it ends there, however long the file becomes
    return source;
}

Source::Source(Source&& other) noexcept {
    *this = std::move(other);
}

Source& Source::operator=(Source&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    m_bytes = std::move(other.m_bytes);
    m_path = std::move(other.m_path);
    m_name = std::move(other.m_name);
    m_size = other.m_size;
    m_position = other.m_position;
    m_unread = other.m_unread;
    m_failed = other.m_failed;
    return *this;
}

Source::~Source() {
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

std::size_t Source::read(std::span<char> buffer) {
    std::size_t count = 0;
    if (m_descriptor < 0) {
        count = std::min<std::size_t>(buffer.size(), m_bytes.size() - static_cast<std::size_t>(m_position));
        std::copy_n(m_bytes.data() + m_position, count, buffer.data());
    } else {
        if (m_unread > 0)
            buffer = buffer.first(std::min<std::uint64_t>(buffer.size(), m_size - std::min(m_position, m_size)));
        const ssize_t got = readFully(m_descriptor, buffer, m_position);
        if (got < 0) {
            m_failed = true;
            return 0;
        }
        count = static_cast<std::size_t>(got);
    }
    m_position += count;
    return count;
}

std::optional<std::size_t> Source::readAt(std::uint64_t offset, std::span<char> buffer) const {
    if (m_descriptor >= 0) {
        if (m_unread > 0)
            buffer = buffer.first(std::min<std::uint64_t>(buffer.size(), m_size - std::min(offset, m_size)));
        const ssize_t got = readFully(m_descriptor, buffer, offset);
        return got < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(got));
    }
    const auto begin = static_cast<std::size_t>(std::min<std::uint64_t>(offset, m_bytes.size()));
    const std::size_t count = std::min(buffer.size(), m_bytes.size() - begin);
    std::copy_n(m_bytes.data() + begin, count, buffer.data());
    return count;
}

std::string Source::head(std::size_t count) const {
    if (m_descriptor < 0)
        return m_bytes.substr(0, count);
    std::string bytes(static_cast<std::size_t>(std::min<std::uint64_t>(count, m_size)), '\0');
    const ssize_t got = readFully(m_descriptor, bytes, 0);
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
}

std::string Source::tail(std::size_t count) const {
    const std::uint64_t begin = m_size - std::min<std::uint64_t>(count, m_size);
    if (m_descriptor < 0)
        return m_bytes.substr(static_cast<std::size_t>(begin));
    std::string bytes(static_cast<std::size_t>(m_size - begin), '\0');
    const ssize_t got = readFully(m_descriptor, bytes, begin);
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
}

std::string Source::sha256(const std::function<bool()>& keepGoing) const {
    if (m_unread > largestHole)
        return {};
    sha256_ctx context;
    sha256_init(&context);
    if (m_descriptor < 0) {
        sha256_update(&context, m_bytes.size(), reinterpret_cast<const std::uint8_t*>(m_bytes.data()));
    } else {
        std::vector<char> buffer(chunkBytes);
        for (std::uint64_t offset = 0;;) {
            if (keepGoing && !keepGoing())
                return {};
            const auto got = readAt(offset, buffer);
            if (!got)
                return {};
            if (*got == 0)
                break;
            sha256_update(&context, *got, reinterpret_cast<const std::uint8_t*>(buffer.data()));
            offset += *got;
        }
    }
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
    sha256_digest(&context, digest.size(), digest.data());
    return hexadecimal(digest);
}

std::string baseName(std::string_view path) {
    while (path.size() > 1 && path.back() == '/')
        path.remove_suffix(1);
    const std::size_t slash = path.rfind('/');
    if (slash != std::string_view::npos && slash + 1 < path.size())
        path.remove_prefix(slash + 1);
    if (path == "." || path == "..") {
        std::error_code ignored;
        const auto full = std::filesystem::canonical(std::string(path), ignored);
        if (!ignored && full.has_filename())
            return full.filename().string();
    }
    return std::string(path);
}

} // namespace tachograph
