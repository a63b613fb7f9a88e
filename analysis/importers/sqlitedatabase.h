#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/core/source.h"
#include "analysis/importers/databasecopy.h"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace tachograph {

/// The rows of one query, read one after the other.
class SqliteRows {
  public:
    SqliteRows(sqlite3* database, const std::string& query);
    ~SqliteRows();
    SqliteRows(const SqliteRows&) = delete;
    SqliteRows& operator=(const SqliteRows&) = delete;

    /// False at the end and where the database is damaged or the job was canceled (see problem()).
    bool next();
    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] double real(int column) const;
    [[nodiscard]] std::string_view text(int column) const; ///< valid until next()
    /// Why it ended too early, in SQLite's words; empty when it did not.
    [[nodiscard]] const std::string& problem() const { return m_problem; }

  private:
    sqlite3* m_database;
    sqlite3_stmt* m_statement = nullptr;
    std::string m_problem;
};

/// Read-only access to a SQLite database of unknown origin. It is opened immutable: no lock, no file beside it, no
/// byte changed. Where a write-ahead log or a journal stands beside it, a copy of both is opened. Views, triggers and
/// functions of its schema are off; what is in a table is read as far as the pages are good.
class SqliteDatabase {
  public:
    static Result<std::unique_ptr<SqliteDatabase>> open(const Source& source, const Job& job);
    ~SqliteDatabase();
    SqliteDatabase(const SqliteDatabase&) = delete;
    SqliteDatabase& operator=(const SqliteDatabase&) = delete;

    /// True for the first 16 bytes of a database.
    static bool isDatabase(std::string_view head);

    [[nodiscard]] bool hasTable(std::string_view table) const;
    [[nodiscard]] bool hasColumn(std::string_view table, std::string_view column) const;
    /// `column`, or NULL where the table has none of that name: for queries over schemas of several versions.
    [[nodiscard]] std::string columnOrNull(std::string_view table, std::string_view column) const;
    /// SELECT of these columns of a table, each or NULL.
    [[nodiscard]] std::string selectOrNull(std::string_view table, std::initializer_list<const char*> columns) const;
    /// The largest rowid, for progress; 0 when it cannot be said.
    [[nodiscard]] std::int64_t rowCountHint(const std::string& table) const;
    [[nodiscard]] sqlite3* handle() const { return m_database; }
    /// Sentences about what was met on opening.
    [[nodiscard]] const std::vector<std::string>& issues() const { return m_issues; }

  private:
    explicit SqliteDatabase(const Job& job) : m_job(job) {}
    Result<void> openFile(const std::string& path);
    Result<void> openBytes(const Source& source, std::size_t page); ///< only whole pages; 0: of unknown size
    Result<void> readSchema(const std::string& path);
    void defend() const;

    const Job& m_job;
    sqlite3* m_database = nullptr;
    std::string m_bytes; // of a database in memory
    std::unique_ptr<DatabaseCopy> m_copy;
    std::set<std::string, std::less<>> m_columns; // "table" and "table.column", in small letters
    std::vector<std::string> m_issues;
};

/// The sentence about rows that ended early: "The table metrics could not be read to its end (...)."
std::string tableProblem(const SqliteRows& rows, std::string_view table);

} // namespace tachograph
