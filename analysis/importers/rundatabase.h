#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/core/source.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/sqlitedatabase.h"

#include <span>
#include <string_view>
#include <vector>

namespace tachograph {

/// A tracker that keeps its runs in a SQLite database.
struct DatabaseFormat {
    /// Whether the tables are its own.
    bool (*fits)(const SqliteDatabase& database);
    /// `path` and `name` are those of the file. Errors only on a cancel: what cannot be read becomes issues.
    Result<std::vector<RunBuilder>> (*read)(const SqliteDatabase& database, const Source& source, const Job& job);
};

const DatabaseFormat& mlflowDatabase();
const DatabaseFormat& rlwatchDatabase();
const DatabaseFormat& trackioDatabase();

/// Opens the database and has it read by the tracker whose tables it holds, whichever importer was surest: a database
/// that was copied with its log may hold its schema only there.
Result<std::vector<RunBuilder>> readRunDatabase(Source& source, const Job& job);

/// 95 when the head is that of a SQLite database and holds at least `least` of the words, else `otherwise`.
int sniffDatabase(const Head& head, std::span<const std::string_view> words, std::size_t least, int otherwise = 0);

} // namespace tachograph
