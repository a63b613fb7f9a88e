#pragma once

#include "analysis/importers/bytewindow.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tachograph {

/// The records of a TensorBoard event file (TFRecord framing): length, check sum of the length, data, check sum of the
/// data. Damage costs what it hit: behind it the next place is looked for at which a length and its check sum agree.
class TensorboardRecords {
  public:
    static constexpr std::size_t headerBytes = 12, trailerBytes = 4;
    static constexpr std::uint64_t largestRecord = std::uint64_t{64} << 20; ///< larger ones (graphs) are stepped over

    /// A record, or bytes that are none.
    struct Record {
        std::uint64_t offset = 0;     ///< of its first byte in the file
        std::uint64_t bytes = 0;      ///< with length and check sums
        std::string_view data;        ///< valid until the next call of next()
        const char* damage = nullptr; ///< a clause why there is no data: "its check sum is wrong"
    };

    explicit TensorboardRecords(Source& source) : m_window(source) {}

    std::optional<Record> next();

    [[nodiscard]] bool endsInsideRecord() const { return m_torn; } ///< usual where a run lives or was killed
    [[nodiscard]] double progress() const { return m_window.progress(); }

    /// Whether these 12 bytes are a length and its check sum.
    static bool isHeader(std::string_view header);

  private:
    Record readRecord(std::uint64_t length);
    Record searchHeader(const char* damage);

    ByteWindow m_window;
    std::uint64_t m_stepOver = 0; // the record that was handed out
    bool m_torn = false;
};

} // namespace tachograph
