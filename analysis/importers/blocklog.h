#pragma once

#include "analysis/importers/bytewindow.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tachograph {

/// The records of a log in the manner of LevelDB, as W&B writes it: blocks of 32 KiB, counted from byte 0 of the file,
/// in which records lie whole or in a first, middle and last part. Damage costs the rest of its block; reading goes on
/// at the next.
///
/// Some versions of W&B wrote another check sum (masked CRC32C) than the usual CRC-32. Both are good; as long as
/// neither has matched once, a record is taken without one.
class BlockLog {
  public:
    static constexpr std::size_t blockBytes = 32'768, headerBytes = 7;
    static constexpr std::size_t largestRecord = std::size_t{64} << 20;

    /// A record, or bytes that are none.
    struct Record {
        std::uint64_t offset = 0;     ///< of its first part in the file
        std::string_view data;        ///< valid until the next call of next()
        const char* damage = nullptr; ///< a clause why there is no data: "its check sum is wrong"
    };

    /// Records begin behind `fileHeader` bytes.
    BlockLog(Source& source, std::size_t fileHeader);

    std::optional<Record> next();

    [[nodiscard]] bool endsInsideRecord() const { return m_torn; }             ///< usual where a run was killed
    [[nodiscard]] std::size_t recordsUnchecked() const { return m_unchecked; } ///< taken although no check sum matched
    [[nodiscard]] double progress() const { return m_window.progress(); }

  private:
    enum class Part : std::uint8_t { full = 1, first = 2, middle = 3, last = 4 };
    struct Header {
        std::uint32_t sum = 0;
        std::size_t length = 0;
        Part part = Part::full;
    };

    [[nodiscard]] std::size_t leftInBlock() const;
    std::optional<Record> takePart(const Header& header);
    Record damaged(const char* clause);
    bool checked(const Header& header, std::string_view data);

    ByteWindow m_window;
    std::string m_parts;           // of the record that is not complete yet
    std::uint64_t m_partsFrom = 0; // where it begins
    bool m_open = false;           // a first part was met and no last one
    bool m_searching = false;      // behind damage: parts without a beginning are no news
    bool m_torn = false;
    std::uint64_t m_stepOver = 0; // the part that was handed out
    std::size_t m_matched = 0, m_unchecked = 0;
};

} // namespace tachograph
