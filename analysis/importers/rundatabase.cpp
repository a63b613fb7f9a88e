#include "analysis/importers/rundatabase.h"

#include <algorithm>
#include <array>

namespace tachograph {

Result<std::vector<RunBuilder>> readRunDatabase(Source& source, const Job& job) {
    auto database = SqliteDatabase::open(source, job);
    if (!database)
        return database.error();
    const std::array formats = {&mlflowDatabase(), &trackioDatabase(), &rlwatchDatabase()};
    const auto format = std::ranges::find_if(formats, [&](const DatabaseFormat* f) { return f->fits(**database); });
    if (format == formats.end())
        return Error{source.path() +
                     ": it is a SQLite database without the tables of MLflow, Trackio or rlwatch. Check "
                     "that it is the right file, or copy it again together with the file that ends in "
                     "-wal."};
    auto runs = (*format)->read(**database, source, job);
    if (job.canceled())
        return Error{canceledMessage};
    if (!runs)
        return runs.error();
    if (runs->empty())
        return Error{source.path() + ": it holds no run. Check that it is the right database."};
    for (RunBuilder& run : *runs)
        for (const std::string& issue : (*database)->issues())
            run.addIssue({0, source.name(), issue, {}});
    return runs;
}

int sniffDatabase(const Head& head, std::span<const std::string_view> words, std::size_t least, int otherwise) {
    if (!SqliteDatabase::isDatabase(head.bytes))
        return 0;
    const auto found = std::ranges::count_if(
        words, [&head](std::string_view word) { return head.bytes.find(word) != std::string_view::npos; });
    return static_cast<std::size_t>(found) >= least ? 95 : otherwise;
}

} // namespace tachograph
