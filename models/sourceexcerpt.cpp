#include "models/sourceexcerpt.h"

#include "analysis/core/linereader.h"
#include "models/convert.h"

namespace tachograph::models {

Result<SourceExcerpt> sourceExcerpt(const std::string& path, std::uint64_t line, std::uint64_t around, const Job& job) {
    Result<Source> source = Source::openFile(path);
    if (!source)
        return source.error();
    SourceExcerpt excerpt;
    excerpt.chosen = line;
    LineReader reader(*source);
    while (const auto next = reader.next()) {
        if (next->number > line + around)
            break;
        if (next->number + around >= line)
            excerpt.lines.push_back({next->number, shown(next->text, 500)});
        if (next->number % 1024 == 0 && job.canceled())
            return Error{canceledMessage};
    }
    return excerpt;
}

} // namespace tachograph::models
