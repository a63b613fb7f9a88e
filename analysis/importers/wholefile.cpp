#include "analysis/importers/wholefile.h"

#include "analysis/core/linereader.h"

#include <algorithm>
#include <span>
#include <string>

namespace tachograph {

Result<WholeFile> WholeFile::read(Source& source, const Job& job, std::string_view what) {
    constexpr std::size_t chunkSize = std::size_t{1} << 20;
    if (source.size() > largest)
        return Error{source.path() + ": it is larger than 1 GiB, which no " + std::string(what) +
                     " is. Check the file."};
    source.rewind();
    WholeFile file;
    file.m_bytes.assign(static_cast<std::size_t>(source.size()) + LineReader::padding, '\0');
    while (file.m_size < source.size()) {
        if (job.canceled())
            return Error{canceledMessage};
        const std::size_t chunk =
            std::min<std::size_t>(chunkSize, file.m_bytes.size() - LineReader::padding - file.m_size);
        const std::size_t got = source.read(std::span(file.m_bytes).subspan(file.m_size, chunk));
        if (got == 0)
            break;
        file.m_size += got;
    }
    if (job.canceled())
        return Error{canceledMessage};
    return file;
}

std::string_view WholeFile::text() const {
    const std::string_view all(m_bytes.data(), m_size);
    return all.substr(all.starts_with("\xEF\xBB\xBF") ? 3 : 0);
}

} // namespace tachograph
