#include "analysis/follow/filestamp.h"

#include "analysis/core/linereader.h"
#include "analysis/core/text.h"
#include "analysis/core/unpack.h"

#include <algorithm>
#include <sys/stat.h>

namespace tachograph {

namespace {

constexpr std::size_t markBytes = 4'096;

std::int64_t nanoseconds(const struct timespec& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

std::string bytesAt(const Source& source, std::uint64_t begin, std::uint64_t end) {
    std::string bytes(static_cast<std::size_t>(end - begin), '\0');
    bytes.resize(source.readAt(begin, bytes).value_or(0));
    return bytes;
}

/// Whether every bracket and string that is opened is closed, and there is at least one.
bool isBalanced(std::string_view text) {
    std::size_t depth = 0;
    bool inString = false, any = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            i += c == '\\' ? 1 : 0;
            inString = c != '"';
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            ++depth;
            any = true;
        } else if ((c == '}' || c == ']') && depth-- == 0) {
            return false;
        }
    }
    return any && depth == 0 && !inString;
}

/// The last line of a JSON document, or of JSON lines, as it stands: "}" or a whole object.
bool endsWholeJson(std::string_view rest) {
    rest = trimmed(rest);
    return rest == "}" || rest == "]" || rest == "]}" || rest == "}]" || (rest.starts_with('{') && isBalanced(rest)) ||
           (rest.starts_with('[') && isBalanced(rest));
}

} // namespace

std::optional<FileStamp> fileStamp(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return std::nullopt;
    FileStamp stamp;
    stamp.device = static_cast<std::uint64_t>(status.st_dev);
    stamp.inode = static_cast<std::uint64_t>(status.st_ino);
    stamp.size = static_cast<std::uint64_t>(status.st_size);
    stamp.changed = nanoseconds(status.st_mtim);
    struct stat log {};
    if (::stat((path + "-wal").c_str(), &log) == 0 && S_ISREG(log.st_mode)) {
        stamp.logSize = static_cast<std::uint64_t>(log.st_size);
        stamp.logChanged = nanoseconds(log.st_mtim);
    }
    return stamp;
}

ContentMark contentMark(const Source& source, std::uint64_t end) {
    ContentMark mark;
    mark.end = end;
    mark.head = bytesAt(source, 0, std::min<std::uint64_t>(end, markBytes));
    mark.tail = bytesAt(source, end - std::min<std::uint64_t>(end, markBytes), end);
    return mark;
}

std::uint64_t endOfWholeLines(const Source& source) {
    constexpr std::uint64_t blockBytes = std::uint64_t{64} << 10;
    const std::string head = source.head(markBytes);
    if (head.find('\0') != std::string::npos || packingOf(head) != Packing::none)
        return source.size();
    std::uint64_t end = source.size();
    std::uint64_t lineBegin = 0; // of the unfinished line
    for (std::uint64_t block = end; block > 0 && lineBegin == 0;) {
        const std::uint64_t begin = block - std::min(block, blockBytes);
        const std::size_t last = bytesAt(source, begin, block).find_last_of("\n\r");
        lineBegin = last == std::string::npos ? 0 : begin + last + 1;
        block = begin;
        if (end - begin > LineReader::longestLine && lineBegin == 0)
            return end;
    }
    return lineBegin < end && endsWholeJson(bytesAt(source, lineBegin, end)) ? end : lineBegin;
}

} // namespace tachograph
