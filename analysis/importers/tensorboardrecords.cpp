#include "analysis/importers/tensorboardrecords.h"

#include "analysis/importers/crc32.h"

namespace tachograph {

namespace {

constexpr std::size_t lengthBytes = 8;
constexpr std::size_t searchedAtOnce = std::size_t{64} * 1024;
constexpr const char* wrongSum = "its check sum is wrong";

} // namespace

bool TensorboardRecords::isHeader(std::string_view header) {
    if (header.size() < headerBytes)
        return false;
    const auto sum = Crc32::castagnoli().of(header.substr(0, lengthBytes));
    return littleEndian<std::uint32_t>(header, lengthBytes) == Crc32::masked(sum);
}

/// Goes to the next header, at least one byte on, or to the end.
TensorboardRecords::Record TensorboardRecords::searchHeader(const char* damage) {
    Record record;
    record.offset = m_window.offset();
    record.damage = damage;
    m_window.skip(1);
    bool found = false;
    while (!found && m_window.left() >= headerBytes) {
        const std::string_view bytes = m_window.look(searchedAtOnce);
        if (bytes.size() < headerBytes)
            break;
        const std::size_t places = bytes.size() - headerBytes + 1;
        std::size_t at = 0;
        // A length below 4 GiB has four zero bytes at its end: the cheap question first.
        while (at < places && !(littleEndian<std::uint32_t>(bytes, at + 4) == 0 && isHeader(bytes.substr(at))))
            ++at;
        found = at < places;
        m_window.skip(at);
    }
    if (!found)
        m_window.skip(m_window.left());
    record.bytes = m_window.offset() - record.offset;
    return record;
}

/// The record at the front, whose header is whole and which ends inside the file.
TensorboardRecords::Record TensorboardRecords::readRecord(std::uint64_t length) {
    Record record;
    record.offset = m_window.offset();
    record.bytes = headerBytes + length + trailerBytes;
    m_stepOver = record.bytes;
    if (length > largestRecord) {
        record.damage = "it is larger than 64 MiB";
        return record;
    }
    // The header behind it is looked at too, to know whether a wrong check sum means changed bytes or a wrong length.
    const auto whole = static_cast<std::size_t>(record.bytes);
    const std::string_view all = m_window.look(whole + headerBytes);
    if (all.size() < whole) {
        record.damage = "the file became shorter while it was read";
        return record;
    }
    record.data = all.substr(headerBytes, static_cast<std::size_t>(length));
    const auto sum = littleEndian<std::uint32_t>(all, whole - trailerBytes);
    if (sum == Crc32::masked(Crc32::castagnoli().of(record.data)))
        return record;
    record.data = {};
    record.damage = wrongSum;
    if (all.size() == whole || isHeader(all.substr(whole)))
        return record;
    m_stepOver = 0;
    return searchHeader(wrongSum);
}

std::optional<TensorboardRecords::Record> TensorboardRecords::next() {
    m_window.skip(m_stepOver);
    m_stepOver = 0;
    if (m_window.left() == 0)
        return std::nullopt;
    const std::string_view header = m_window.look(headerBytes);
    if (header.size() == headerBytes && !isHeader(header))
        return searchHeader("no record begins there");
    const std::uint64_t around = headerBytes + trailerBytes;
    const std::uint64_t length = header.size() == headerBytes ? littleEndian<std::uint64_t>(header) : 0;
    if (m_window.left() < around || length > m_window.left() - around) {
        m_torn = true;
        return std::nullopt;
    }
    return readRecord(length);
}

} // namespace tachograph
