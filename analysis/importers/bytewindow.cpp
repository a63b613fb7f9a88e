#include "analysis/importers/bytewindow.h"

#include <algorithm>

namespace tachograph {

namespace {

constexpr std::size_t leastRead = std::size_t{256} * 1024;

} // namespace

ByteWindow::ByteWindow(Source& source) : m_source(source), m_size(source.size()) {
    m_source.rewind();
}

std::string_view ByteWindow::look(std::size_t count) {
    count = static_cast<std::size_t>(std::min<std::uint64_t>(count, left()));
    if (m_end - m_begin < count)
        fill(count);
    return {m_buffer.data() + m_begin, std::min(count, m_end - m_begin)};
}

/// Moves what is not used yet to the front and reads until `count` bytes are there.
void ByteWindow::fill(std::size_t count) {
    std::copy(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_begin),
              m_buffer.begin() + static_cast<std::ptrdiff_t>(m_end), m_buffer.begin());
    m_end -= m_begin;
    m_begin = 0;
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(std::max(count, leastRead), left()));
    if (m_buffer.size() < wanted)
        m_buffer.resize(wanted);
    while (m_end < count) {
        const std::size_t got = m_source.read({m_buffer.data() + m_end, wanted - m_end});
        if (got == 0) {
            m_size = m_offset + m_end; // the file shrank or the disk refused
            return;
        }
        m_end += got;
    }
}

void ByteWindow::skip(std::uint64_t count) {
    count = std::min(count, left());
    while (count > 0) {
        if (m_begin == m_end && look(1).empty())
            return;
        const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(count, m_end - m_begin));
        m_begin += step;
        m_offset += step;
        count -= step;
    }
}

double ByteWindow::progress() const {
    return m_size == 0 ? 1.0 : static_cast<double>(m_offset) / static_cast<double>(m_size);
}

} // namespace tachograph
