#include "analysis/review/picturesession.h"

#include "analysis/review/reviewjson.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace tachograph {

namespace {

constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";
constexpr std::size_t chunkFrame = 12; // length, type and checksum
constexpr std::uint32_t longestChunk = 0x7fffffff;

struct Chunk {
    std::string_view type, data;
};

std::uint32_t numberAt(std::string_view bytes, std::size_t place) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8U | static_cast<unsigned char>(bytes[place + i]);
    return value;
}

std::string fourBytes(std::uint32_t value) {
    return {static_cast<char>(value >> 24U & 0xffU), static_cast<char>(value >> 16U & 0xffU),
            static_cast<char>(value >> 8U & 0xffU), static_cast<char>(value & 0xffU)};
}

std::uint32_t checksum(std::string_view typeAndData) {
    return static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(typeAndData.data()), static_cast<uInt>(typeAndData.size())));
}

/// The chunk that begins there; nothing when it does not end within the bytes.
std::optional<Chunk> chunkAt(std::string_view png, std::size_t place) {
    if (png.size() - place < chunkFrame)
        return std::nullopt;
    const std::uint32_t length = numberAt(png, place);
    if (length > longestChunk || png.size() - place - chunkFrame < length)
        return std::nullopt;
    return Chunk{png.substr(place + 4, 4), png.substr(place + 8, length)};
}

bool isIntact(std::string_view png, std::size_t place, const Chunk& chunk) {
    return numberAt(png, place + 8 + chunk.data.size()) == checksum(png.substr(place + 4, 4 + chunk.data.size()));
}

/// What follows the keyword of a compressed iTXt chunk of ours; nothing for other chunks.
std::optional<std::string_view> sessionData(const Chunk& chunk) {
    if (chunk.type != "iTXt" || !chunk.data.starts_with(pictureSessionKeyword) ||
        chunk.data.size() == pictureSessionKeyword.size() || chunk.data[pictureSessionKeyword.size()] != '\0')
        return std::nullopt;
    return chunk.data.substr(pictureSessionKeyword.size() + 1);
}

/// Behind the flags, the language and the translated keyword.
std::optional<std::string_view> compressedPart(std::string_view data) {
    if (data.size() < 4 || data[0] != 1 || data[1] != 0)
        return std::nullopt;
    const std::size_t language = data.find('\0', 2);
    const std::size_t translated = language == std::string_view::npos ? language : data.find('\0', language + 1);
    if (translated == std::string_view::npos)
        return std::nullopt;
    return data.substr(translated + 1);
}

class Inflater {
  public:
    Inflater() : m_ready(inflateInit(&m_stream) == Z_OK) {}
    ~Inflater() {
        if (m_ready)
            inflateEnd(&m_stream);
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    enum class Outcome { whole, tooLong, damaged };
    /// Appends to `text` until it is longer than `most`.
    Outcome run(std::string_view data, std::size_t most, std::string& text) {
        if (!m_ready)
            return Outcome::damaged;
        std::array<char, 65'536> piece{};
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data())); // zlib only reads it
        m_stream.avail_in = static_cast<uInt>(data.size());
        while (true) {
            m_stream.next_out = reinterpret_cast<Bytef*>(piece.data());
            m_stream.avail_out = static_cast<uInt>(piece.size());
            const int result = inflate(&m_stream, Z_NO_FLUSH);
            text.append(piece.data(), piece.size() - m_stream.avail_out);
            if (text.size() > most)
                return Outcome::tooLong;
            if (result == Z_STREAM_END)
                return m_stream.avail_in == 0 ? Outcome::whole : Outcome::damaged;
            if (result != Z_OK)
                return Outcome::damaged;
        }
    }

  private:
    z_stream m_stream{};
    bool m_ready;
};

Error damaged() {
    return Error{"the session in the picture is damaged. Open the recording or a .tacho file instead."};
}

Result<std::string> inflated(std::string_view data) {
    const auto compressed = compressedPart(data);
    std::string text;
    if (!compressed)
        return damaged();
    switch (Inflater().run(*compressed, mostJsonBytes, text)) {
    case Inflater::Outcome::whole:
        return text;
    case Inflater::Outcome::tooLong:
        return Error{"the session in the picture is larger than a session can be. Open the recording or a .tacho file "
                     "instead."};
    case Inflater::Outcome::damaged:
        break;
    }
    return damaged();
}

} // namespace

bool looksLikePng(std::string_view head) {
    return head.starts_with(signature);
}

Result<std::string> withSession(std::string_view png, std::string_view session) {
    const auto header = looksLikePng(png) ? chunkAt(png, signature.size()) : std::nullopt;
    if (!header || header->type != "IHDR")
        return Error{"there is no whole picture to put the session in."};
    uLongf size = compressBound(static_cast<uLong>(session.size()));
    std::string compressed(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(compressed.data()), &size, reinterpret_cast<const Bytef*>(session.data()),
                  static_cast<uLong>(session.size()), Z_BEST_COMPRESSION) != Z_OK)
        return Error{"the session could not be compressed. Export the picture without it."};
    compressed.resize(size);
    // Compressed, by zlib's method; neither a language nor a translated keyword.
    const std::string data = "iTXt" + std::string(pictureSessionKeyword) + std::string("\0\1\0\0\0", 5) + compressed;
    const std::size_t place = signature.size() + chunkFrame + header->data.size();
    std::string out(png.substr(0, place));
    out += fourBytes(static_cast<std::uint32_t>(data.size() - 4)) + data + fourBytes(checksum(data));
    return out += png.substr(place);
}

Result<std::string> sessionInPicture(std::string_view png) {
    png = png.substr(0, mostPictureBytes);
    if (!looksLikePng(png))
        return Error{"it is no PNG picture, whatever its name says. Open a recording or a .tacho file."};
    std::size_t place = signature.size();
    for (auto chunk = chunkAt(png, place); chunk && chunk->type != "IEND"; chunk = chunkAt(png, place)) {
        if (const auto data = sessionData(*chunk))
            return isIntact(png, place, *chunk) ? inflated(*data) : Result<std::string>(damaged());
        place += chunkFrame + chunk->data.size();
    }
    return Error{"the picture holds no session. Open the recording, or export the picture with its session."};
}

} // namespace tachograph
