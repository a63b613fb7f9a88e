#include "analysis/core/unpack.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

namespace tachograph {

namespace {

constexpr std::size_t chunkBytes = std::size_t{256} << 10;

/// Turns packed bytes into content, whichever the packing.
class Unpacker {
  public:
    virtual ~Unpacker() = default;
    /// Takes from `input` and writes to `output`; both shrink by what was used. False when the data are damaged.
    virtual bool step(std::span<const char>& input, std::span<char>& output) = 0;
    /// All that was taken was a whole.
    [[nodiscard]] virtual bool atEnd() const = 0;
};

class GzipUnpacker : public Unpacker {
  public:
    GzipUnpacker() {
        // 16: the gzip format; it holds one or more streams one after the other.
        constexpr int gzipWindow = 16 + MAX_WBITS;
        m_ready = inflateInit2(&m_stream, gzipWindow) == Z_OK;
    }
    ~GzipUnpacker() override {
        if (m_ready)
            inflateEnd(&m_stream);
    }
    GzipUnpacker(const GzipUnpacker&) = delete;
    GzipUnpacker& operator=(const GzipUnpacker&) = delete;

    bool step(std::span<const char>& input, std::span<char>& output) override {
        if (!m_ready)
            return false;
        if (m_atEnd && !input.empty()) {
            // Padding behind the last stream is usual on tapes.
            if (input.front() == '\0') {
                input = {};
                return true;
            }
            inflateReset(&m_stream);
            m_atEnd = false;
        }
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
        m_stream.avail_in = static_cast<uInt>(input.size());
        m_stream.next_out = reinterpret_cast<Bytef*>(output.data());
        m_stream.avail_out = static_cast<uInt>(output.size());
        const int result = inflate(&m_stream, Z_NO_FLUSH);
        input = input.last(m_stream.avail_in);
        output = output.last(m_stream.avail_out);
        m_atEnd = result == Z_STREAM_END;
        return result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR;
    }
    [[nodiscard]] bool atEnd() const override { return m_atEnd; }

  private:
    z_stream m_stream{};
    bool m_ready = false, m_atEnd = false;
};

class ZstdUnpacker : public Unpacker {
  public:
    ZstdUnpacker() : m_stream(ZSTD_createDStream(), &ZSTD_freeDStream) {
        // Memory is bounded by the window: 128 MiB, which is also what zstd itself accepts.
        constexpr int largestWindow = 27;
        if (m_stream)
            ZSTD_DCtx_setParameter(m_stream.get(), ZSTD_d_windowLogMax, largestWindow);
    }

    bool step(std::span<const char>& input, std::span<char>& output) override {
        if (!m_stream)
            return false;
        ZSTD_inBuffer in{input.data(), input.size(), 0};
        ZSTD_outBuffer out{output.data(), output.size(), 0};
        const std::size_t result = ZSTD_decompressStream(m_stream.get(), &out, &in);
        input = input.subspan(in.pos);
        output = output.subspan(out.pos);
        // Asked again without input it waits for a further frame, which need not come.
        if (in.pos > 0 || out.pos > 0)
            m_atEnd = result == 0;
        return ZSTD_isError(result) == 0;
    }
    [[nodiscard]] bool atEnd() const override { return m_atEnd; }

  private:
    std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> m_stream;
    bool m_atEnd = false;
};

std::unique_ptr<Unpacker> unpackerFor(Packing packing) {
    if (packing == Packing::gzip)
        return std::make_unique<GzipUnpacker>();
    return std::make_unique<ZstdUnpacker>();
}

/// A file without a name in the folder for temporary files; -1 when there is no place for one.
int openTemporary() {
    std::error_code problem;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(problem);
    if (problem)
        return -1;
    std::string name = (folder / "tachograph-XXXXXX").string();
    const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor >= 0)
        ::unlink(name.c_str());
    return descriptor;
}

bool writeAll(int descriptor, std::span<const char> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

enum class Unpacking { whole, damaged, endsEarly, tooLarge, diskFull, canceled };

/// Logs pack to a tenth, the most repetitive to a hundredth: what grows more than that is made to fill disks.
std::uint64_t mostContent(std::uint64_t packedBytes) {
    constexpr std::uint64_t mostFold = 300, alwaysFine = std::uint64_t{256} << 20;
    return std::min(Unpacked::largest, std::max(alwaysFine, packedBytes * mostFold));
}

/// Copies the content to the file.
Unpacking copyContent(Source& packed, Unpacker& unpacker, int descriptor, const Job& job, std::uint64_t& size) {
    std::vector<char> in(chunkBytes), out(chunkBytes);
    const std::uint64_t most = mostContent(packed.size());
    packed.rewind();
    while (const std::size_t got = packed.read(in)) {
        job.report(0.5 * static_cast<double>(packed.position()) / static_cast<double>(packed.size()));
        std::span<const char> input(in.data(), got);
        for (bool full = true; !input.empty() || full;) {
            if (job.canceled())
                return Unpacking::canceled;
            std::span<char> output(out);
            const std::size_t left = input.size();
            bool good = unpacker.step(input, output);
            const std::size_t made = out.size() - output.size();
            good = good && (made > 0 || input.size() < left || left == 0);
            full = output.empty();
            if (!writeAll(descriptor, std::span<const char>(out.data(), made)))
                return Unpacking::diskFull;
            size += made;
            if (!good)
                return Unpacking::damaged;
            if (size > most)
                return Unpacking::tooLarge;
        }
    }
    return unpacker.atEnd() ? Unpacking::whole : Unpacking::endsEarly;
}

std::string problemOf(Unpacking outcome, std::uint64_t size) {
    if (outcome == Unpacking::damaged)
        return "The packed data are damaged; what could be unpacked before the damage was read.";
    if (outcome == Unpacking::endsEarly)
        return "The packed data end early; what could be unpacked was read.";
    if (outcome == Unpacking::tooLarge)
        return size > Unpacked::largest ? "It holds more than 4 GiB; the rest was left out."
                                        : "It unpacks to more than 300 times its size; only the first " +
                                              std::to_string(size >> 20) + " MiB were read.";
    return {};
}

} // namespace

Packing packingOf(std::string_view head) {
    if (head.starts_with("\x1f\x8b\x08"))
        return Packing::gzip;
    if (head.starts_with("\x28\xb5\x2f\xfd"))
        return Packing::zstd;
    return Packing::none;
}

Result<Unpacked> unpack(Source& packed, const Job& job) {
    const int descriptor = openTemporary();
    if (descriptor < 0)
        return Error{packed.path() + ": there is no place to unpack it to. Unpack it by hand, or set TMPDIR."};
    const auto unpacker = unpackerFor(packingOf(packed.head(4)));
    std::uint64_t size = 0;
    const Unpacking outcome = copyContent(packed, *unpacker, descriptor, job, size);
    Unpacked result{Source::adopt(descriptor, packed.path(), nameWithoutPacking(packed.name()), size),
                    problemOf(outcome, size)};
    if (outcome == Unpacking::canceled)
        return Error{canceledMessage};
    if (outcome == Unpacking::diskFull)
        return Error{packed.path() + ": the disk is full before all of it is unpacked. Make room, or set TMPDIR."};
    if (size == 0 && outcome != Unpacking::whole)
        return Error{packed.path() + ": it is compressed and damaged at its beginning. Get another copy of it."};
    return result;
}

std::string unpackedHead(std::string_view head, std::size_t count) {
    const auto unpacker = unpackerFor(packingOf(head));
    std::string content(count, '\0');
    std::span<const char> input(head);
    std::span<char> output(content);
    while (!input.empty() && !output.empty()) {
        const std::size_t before = input.size() + output.size();
        if (!unpacker->step(input, output) || input.size() + output.size() == before)
            break;
    }
    content.resize(count - output.size());
    return content;
}

namespace {

/// Keeps both ends of what runs through it.
class EndKeeper {
  public:
    explicit EndKeeper(std::size_t count) : m_count(count) {}

    void take(std::string_view bytes) {
        const std::size_t toHead = std::min(bytes.size(), m_count - m_ends.head.size());
        m_ends.head += bytes.substr(0, toHead);
        m_ends.tail += bytes.substr(toHead);
        // Cut only when it is worth it: moving bytes for every piece would cost more than unpacking.
        if (m_ends.tail.size() > 4 * (m_count + chunkBytes))
            cut();
    }
    ContentEnds ends(bool reached) {
        cut();
        m_ends.reached = reached;
        if (!reached)
            m_ends.tail.clear();
        return std::move(m_ends);
    }

  private:
    void cut() {
        if (m_ends.tail.size() > m_count)
            m_ends.tail.erase(0, m_ends.tail.size() - m_count);
    }
    std::size_t m_count;
    ContentEnds m_ends;
};

} // namespace

ContentEnds unpackedEnds(Source& packed, std::size_t count, const LookBounds& bounds) {
    const auto unpacker = unpackerFor(packingOf(packed.head(4)));
    std::vector<char> in(chunkBytes), out(chunkBytes);
    EndKeeper keeper(count);
    std::uint64_t size = 0;
    packed.rewind();
    while (const std::size_t got = packed.read(in)) {
        std::span<const char> input(in.data(), got);
        for (bool full = true; !input.empty() || full;) {
            std::span<char> output(out);
            const std::size_t left = input.size();
            const bool good = unpacker->step(input, output);
            const std::size_t made = out.size() - output.size();
            keeper.take({out.data(), made});
            if (!good || (made == 0 && input.size() == left && left > 0))
                return keeper.ends(true);
            full = output.empty();
            size += made;
            if (size > bounds.bytes || std::chrono::steady_clock::now() > bounds.until)
                return keeper.ends(false);
        }
    }
    return keeper.ends(true);
}

std::string nameWithoutPacking(std::string_view name) {
    for (std::string_view ending : {".gz", ".zst", ".gzip", ".zstd"})
        if (name.size() > ending.size() && name.ends_with(ending))
            return std::string(name.substr(0, name.size() - ending.size()));
    return std::string(name);
}

} // namespace tachograph
