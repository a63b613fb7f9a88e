#pragma once

#include "analysis/core/source.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tachograph {

/// What the file system says of a file without opening it. Two stamps that are equal: nobody has written meanwhile.
struct FileStamp {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t changed = 0;  ///< nanoseconds
    std::uint64_t logSize = 0; ///< of the log that a database keeps beside it ("x.db-wal")
    std::int64_t logChanged = 0;
    bool operator==(const FileStamp&) const = default;
};

/// Nothing when there is no such file now, or no file that could be read.
std::optional<FileStamp> fileStamp(const std::string& path);

/// A few bytes of what was read, to tell later whether the file only grew: its beginning, and what stood last.
struct ContentMark {
    std::uint64_t end = 0; ///< bytes that were read
    std::string head, tail;
    bool operator==(const ContentMark&) const = default;
};

/// Of the first `end` bytes of the source.
ContentMark contentMark(const Source& source, std::uint64_t end);

/// Where the last whole line of a text ends: what a writer has not finished is left for later. The end of the source
/// when it is not text, is packed, or is a whole JSON document that ends without a line end. Looks at the last
/// 16 MiB at most; a longer last line is taken as it is.
std::uint64_t endOfWholeLines(const Source& source);

} // namespace tachograph
