#include "analysis/core/linereader.h"

#include <algorithm>
#include <cstring>

namespace tachograph {

namespace {

constexpr std::size_t initialBuffer = std::size_t{1} << 20;

/// The first end-of-line byte in [begin, end), or end.
const char* findLineEnd(const char* begin, const char* end, bool alsoCarriageReturn) {
    const auto* newline = static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(end - begin)));
    const char* stop = newline ? newline : end;
    if (alsoCarriageReturn) {
        const auto* back = static_cast<const char*>(std::memchr(begin, '\r', static_cast<std::size_t>(stop - begin)));
        // "\r\n" is one end of line; a return at the very end of the buffer waits for the next byte.
        if (back && !(back + 1 == newline) && !(back + 1 == end))
            return back;
    }
    return stop;
}

/// Most recordings are small, and folders hold many: no more than the source needs to begin with.
std::size_t bufferFor(const Source& source) {
    constexpr std::uint64_t least = 4096;
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(source.size() + 1, least, initialBuffer));
}

} // namespace

LineReader::LineReader(Source& source, CarriageReturn carriageReturn, std::uint64_t firstNumber)
    : m_source(source), m_carriageReturn(carriageReturn), m_buffer(bufferFor(source) + padding),
      m_offsetOfBuffer(source.position()), m_number(firstNumber) {}

double LineReader::progress() const {
    return m_source.size() == 0
               ? 1.0
               : std::min(1.0, static_cast<double>(m_offsetOfBuffer + m_begin) / static_cast<double>(m_source.size()));
}

/// Moves the unread bytes to the front and reads behind them. False when the source has no more bytes or the buffer is
/// full with one line.
bool LineReader::fill() {
    if (m_atEnd)
        return false;
    if (m_begin > 0) {
        std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
        m_offsetOfBuffer += m_begin;
        m_end -= m_begin;
        m_begin = 0;
    }
    if (m_end + padding >= m_buffer.size()) {
        if (m_buffer.size() >= longestLine + initialBuffer)
            return false;
        m_buffer.resize(std::min(m_buffer.size() * 2, longestLine + initialBuffer + padding));
    }
    const std::size_t got = m_source.read(std::span(m_buffer).subspan(m_end, m_buffer.size() - padding - m_end));
    m_end += got;
    std::memset(m_buffer.data() + m_end, 0, padding);
    if (got == 0)
        m_atEnd = true;
    return got > 0;
}

std::optional<Line> LineReader::next() {
    if (m_first) {
        m_first = false;
        fill();
        if (m_offsetOfBuffer == 0 && m_end >= 3 && std::memcmp(m_buffer.data(), "\xEF\xBB\xBF", 3) == 0)
            m_begin = 3;
    }
    const bool split = m_carriageReturn == CarriageReturn::split;
    std::size_t searched = 0;
    for (;;) {
        const char* begin = m_buffer.data() + m_begin;
        const char* end = m_buffer.data() + m_end;
        const char* stop = findLineEnd(begin + searched, end, split);
        if (stop < end) {
            Line line{
                {begin, static_cast<std::size_t>(stop - begin)}, m_number, m_offsetOfBuffer + m_begin, true, false};
            m_begin += line.text.size() + 1;
            if (*stop == '\n')
                ++m_number;
            if (!line.text.empty() && line.text.back() == '\r')
                line.text.remove_suffix(1);
            if (line.text.size() > longestLine) {
                line.text = line.text.substr(0, longestLine);
                line.cut = true;
            }
            return line;
        }
        // Look again at the last byte: it may be a return that waits for its newline.
        searched = static_cast<std::size_t>(end - begin) - (end > begin ? 1 : 0);
        if (fill())
            continue;
        if (!m_atEnd) {
            // One line fills the whole buffer: give its beginning, skip to its end.
            Line line{{m_buffer.data() + m_begin, longestLine}, m_number, m_offsetOfBuffer + m_begin, true, true};
            m_kept.assign(line.text);
            skipToLineEnd(line);
            return line;
        }
        if (m_begin == m_end)
            return std::nullopt;
        Line line{{m_buffer.data() + m_begin, m_end - m_begin}, m_number, m_offsetOfBuffer + m_begin, false, false};
        m_begin = m_end;
        if (!line.text.empty() && line.text.back() == '\r') {
            line.text.remove_suffix(1);
            line.complete = split;
        }
        if (line.text.size() > longestLine) {
            line.text = line.text.substr(0, longestLine);
            line.cut = true;
        }
        return line;
    }
}

/// Drops bytes up to the next newline without growing; keeps the head of the cut line, with padding, in m_kept.
void LineReader::skipToLineEnd(Line& line) {
    m_kept.append(padding, '\0');
    line.text = std::string_view(m_kept).substr(0, m_kept.size() - padding);
    m_begin = m_end;
    while (fill()) {
        const auto* newline = static_cast<const char*>(std::memchr(m_buffer.data() + m_begin, '\n', m_end - m_begin));
        if (newline) {
            m_begin = static_cast<std::size_t>(newline - m_buffer.data()) + 1;
            ++m_number;
            return;
        }
        m_begin = m_end;
    }
    line.complete = false;
}

} // namespace tachograph
