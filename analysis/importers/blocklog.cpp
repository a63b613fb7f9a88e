#include "analysis/importers/blocklog.h"

#include "analysis/importers/crc32.h"

#include <algorithm>

namespace tachograph {

BlockLog::BlockLog(Source& source, std::size_t fileHeader) : m_window(source) {
    m_window.skip(fileHeader);
}

std::size_t BlockLog::leftInBlock() const {
    return blockBytes - static_cast<std::size_t>(m_window.offset() % blockBytes);
}

/// The record at hand and the one that is not complete are given up.
BlockLog::Record BlockLog::damaged(const char* clause) {
    Record record;
    record.offset = m_open ? m_partsFrom : m_window.offset();
    record.damage = clause;
    m_open = false;
    m_parts.clear();
    return record;
}

bool BlockLog::checked(const Header& header, std::string_view data) {
    const char part = static_cast<char>(header.part);
    const bool matches =
        header.sum == Crc32::ieee().of(part, data) || header.sum == Crc32::masked(Crc32::castagnoli().of(part, data));
    m_matched += matches ? 1 : 0;
    if (!matches && m_matched == 0)
        ++m_unchecked;
    return matches || m_matched == 0;
}

/// Takes the part at the front. Nothing when its record goes on.
std::optional<BlockLog::Record> BlockLog::takePart(const Header& header) {
    const bool begins = header.part == Part::full || header.part == Part::first;
    if (begins && m_open)
        return damaged("it has no end");
    const std::string_view data = m_window.look(headerBytes + header.length).substr(headerBytes);
    if (!checked(header, data)) {
        Record record = damaged("its check sum is wrong");
        m_stepOver = headerBytes + header.length;
        m_searching = true;
        return record;
    }
    m_stepOver = headerBytes + header.length;
    if (begins)
        m_searching = false;
    if (header.part == Part::full)
        return Record{m_window.offset(), data, nullptr};
    if (header.part == Part::first) {
        m_open = true;
        m_partsFrom = m_window.offset();
        m_parts.assign(data);
        return std::nullopt;
    }
    if (!m_open) {
        if (m_searching)
            return std::nullopt;
        m_searching = true;
        return damaged("it has no beginning");
    }
    if (m_parts.size() + data.size() > largestRecord) {
        m_searching = true;
        return damaged("it is larger than 64 MiB");
    }
    m_parts.append(data);
    if (header.part == Part::middle)
        return std::nullopt;
    m_open = false;
    return Record{m_partsFrom, m_parts, nullptr};
}

std::optional<BlockLog::Record> BlockLog::next() {
    for (;;) {
        m_window.skip(m_stepOver);
        m_stepOver = 0;
        if (leftInBlock() < headerBytes) {
            m_window.skip(leftInBlock());
            continue;
        }
        const std::string_view bytes = m_window.look(headerBytes);
        if (bytes.size() < headerBytes) {
            m_torn = m_torn || m_open || !bytes.empty();
            return std::nullopt;
        }
        const auto kind = static_cast<std::uint8_t>(bytes[6]);
        Header header{littleEndian<std::uint32_t>(bytes), littleEndian<std::uint16_t>(bytes, 4),
                      static_cast<Part>(kind)};
        if (std::ranges::all_of(bytes, [](char c) { return c == 0; })) {
            m_window.skip(leftInBlock()); // padding
            continue;
        }
        if (kind < 1 || kind > 4 || header.length > leftInBlock() - headerBytes) {
            Record record = damaged("no record begins there");
            m_stepOver = leftInBlock();
            m_searching = true;
            return record;
        }
        if (m_window.left() < headerBytes + header.length ||
            m_window.look(headerBytes + header.length).size() < headerBytes + header.length) {
            m_torn = true;
            return std::nullopt;
        }
        if (auto record = takePart(header))
            return record;
    }
}

} // namespace tachograph
