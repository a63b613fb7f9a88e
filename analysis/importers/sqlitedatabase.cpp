#include "analysis/importers/sqlitedatabase.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <bit>
#include <filesystem>

#include <sqlite3.h>

namespace tachograph {

namespace {

constexpr std::string_view signature{"SQLite format 3\0", 16};
constexpr std::size_t largestInMemory = std::size_t{1} << 30;
constexpr int longestValue = 64 << 20;
constexpr int stepsBetweenQuestions = 10'000; // of SQLite's machine, well below a millisecond

std::string lowered(std::string_view text) {
    std::string small(text);
    std::ranges::transform(small, small.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return small;
}

/// The path as SQLite's URI: opened immutable, so that neither locks nor files beside it are made.
std::string immutableUri(const std::string& path) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(path).string()) {
        const auto byte = static_cast<std::uint8_t>(c);
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
                           c == '-' || c == '_' || c == '.';
        if (plain)
            uri += c;
        else
            uri.append({'%', digits[byte >> 4], digits[byte & 15]});
    }
    return uri + "?mode=ro&immutable=1";
}

/// Whether the source is the file of that name and not bytes in memory that are called alike.
bool isFile(const Source& source) {
    constexpr std::size_t compared = 4096;
    const auto file = Source::openFile(source.path());
    return file && file->size() == source.size() && file->head(compared) == source.head(compared);
}

/// Bytes of one page by the header; 0 when it says none that can be.
std::size_t pageBytes(std::string_view head) {
    constexpr std::size_t place = 16;
    if (head.size() < place + 2)
        return 0;
    const auto high = static_cast<std::uint8_t>(head[place]), low = static_cast<std::uint8_t>(head[place + 1]);
    const std::size_t bytes = std::size_t{high} * 256 + low;
    return bytes == 1 ? 65'536 : bytes >= 512 && std::has_single_bit(bytes) ? bytes : 0;
}

int cancelQuestion(void* job) {
    return static_cast<const Job*>(job)->canceled() ? 1 : 0;
}

} // namespace

SqliteRows::SqliteRows(sqlite3* database, const std::string& query) : m_database(database) {
    if (sqlite3_prepare_v2(database, query.c_str(), -1, &m_statement, nullptr) != SQLITE_OK)
        m_problem = sqlite3_errmsg(database);
}

SqliteRows::~SqliteRows() {
    sqlite3_finalize(m_statement);
}

bool SqliteRows::next() {
    if (!m_statement || !m_problem.empty())
        return false;
    const int outcome = sqlite3_step(m_statement);
    if (outcome != SQLITE_ROW && outcome != SQLITE_DONE)
        m_problem = sqlite3_errmsg(m_database);
    return outcome == SQLITE_ROW;
}

bool SqliteRows::isNull(int column) const {
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

std::int64_t SqliteRows::integer(int column) const {
    return sqlite3_column_int64(m_statement, column);
}

double SqliteRows::real(int column) const {
    return sqlite3_column_double(m_statement, column);
}

std::string_view SqliteRows::text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
    return bytes ? std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)))
                 : std::string_view();
}

bool SqliteDatabase::isDatabase(std::string_view head) {
    return head.starts_with(signature);
}

SqliteDatabase::~SqliteDatabase() {
    sqlite3_close(m_database);
}

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::open(const Source& source, const Job& job) {
    if (!isDatabase(source.head(signature.size())))
        return Error{source.path() + ": it does not begin like a SQLite database. Check that it is the right file."};
    std::unique_ptr<SqliteDatabase> database(new SqliteDatabase(job));
    // SQLite fills up a torn last page with zeros and takes them for values: such a file is read without it.
    const std::size_t page = pageBytes(source.head(100));
    const bool torn = page > 0 && source.size() % page != 0 && source.size() <= largestInMemory;
    auto opened = isFile(source) && !torn ? database->openFile(source.path()) : database->openBytes(source, page);
    if (opened)
        opened = database->readSchema(source.path());
    if (job.canceled())
        return Error{canceledMessage};
    if (!opened)
        return opened.error();
    return database;
}

Result<void> SqliteDatabase::openFile(const std::string& path) {
    std::string why;
    if (DatabaseCopy::hasLog(path)) {
        m_copy = DatabaseCopy::make(path, m_job, why);
        if (!m_copy)
            m_issues.push_back("The newest rows may be missing: they are in the log beside the database, and " + why +
                               ".");
        else if (m_copy->mixed())
            m_issues.push_back("The database was written to while it was copied; rows may be missing.");
    }
    const std::string name = m_copy ? m_copy->path() : immutableUri(path);
    const int flags = m_copy ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
    if (sqlite3_open_v2(name.c_str(), &m_database, flags | SQLITE_OPEN_PRIVATECACHE, nullptr) != SQLITE_OK)
        return Error{path + ": SQLite cannot open it (" + plainText(sqlite3_errmsg(m_database), 200) +
                     "). Check its permissions or copy it."};
    return {};
}

Result<void> SqliteDatabase::openBytes(const Source& source, std::size_t page) {
    if (source.size() > largestInMemory)
        return Error{source.path() + ": it is larger than 1 GiB. Save it as a file and open that."};
    m_bytes = source.head(static_cast<std::size_t>(source.size()));
    if (page > 0)
        m_bytes.resize(m_bytes.size() - m_bytes.size() % page);
    if (m_bytes.empty())
        return Error{source.path() + ": SQLite cannot read it (it ends in its first page). Copy it again."};
    constexpr std::size_t writeVersion = 18, readVersion = 19;
    // A database in memory has no log: say so in its header, or SQLite refuses to read it.
    if (m_bytes.size() > readVersion)
        m_bytes[writeVersion] = m_bytes[readVersion] = 1;
    const auto size = static_cast<sqlite3_int64>(m_bytes.size());
    if (sqlite3_open_v2(":memory:", &m_database, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK ||
        sqlite3_deserialize(m_database, "main", reinterpret_cast<unsigned char*>(m_bytes.data()), size, size,
                            SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
        return Error{source.path() + ": SQLite cannot open it. Save it as a file and open that."};
    return {};
}

void SqliteDatabase::defend() const {
    sqlite3_extended_result_codes(m_database, 0);
    sqlite3_db_config(m_database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(m_database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(m_database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(m_database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_db_config(m_database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    sqlite3_limit(m_database, SQLITE_LIMIT_LENGTH, longestValue);
    sqlite3_limit(m_database, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_progress_handler(m_database, stepsBetweenQuestions, cancelQuestion, const_cast<Job*>(&m_job));
    for (const char* pragma : {"PRAGMA query_only=1", "PRAGMA cell_size_check=1", "PRAGMA mmap_size=0",
                               "PRAGMA cache_size=-8192", "PRAGMA temp_store=2"})
        sqlite3_exec(m_database, pragma, nullptr, nullptr, nullptr);
}

/// Tables and columns. A file that is shorter than its header says is read as far as it goes.
Result<void> SqliteDatabase::readSchema(const std::string& path) {
    defend();
    constexpr const char* everyColumn =
        "SELECT t.name, c.name FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'";
    std::string problem;
    for (const bool torn : {false, true}) {
        if (torn) {
            sqlite3_db_config(m_database, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
            sqlite3_db_config(m_database, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, nullptr);
        }
        SqliteRows rows(m_database, everyColumn);
        while (rows.next()) {
            m_columns.insert(lowered(rows.text(0)));
            m_columns.insert(lowered(rows.text(0)) + "." + lowered(rows.text(1)));
        }
        problem = rows.problem();
        if (problem.empty() && torn)
            m_issues.push_back("The database is damaged or cut; what its good pages hold was read.");
        if (problem.empty())
            return {};
    }
    return Error{path + ": SQLite cannot read it (" + plainText(problem, 200) +
                 "). Copy it again, together with the file that ends in -wal."};
}

bool SqliteDatabase::hasTable(std::string_view table) const {
    return m_columns.contains(lowered(table));
}

bool SqliteDatabase::hasColumn(std::string_view table, std::string_view column) const {
    return m_columns.contains(lowered(table) + "." + lowered(column));
}

std::string SqliteDatabase::columnOrNull(std::string_view table, std::string_view column) const {
    return hasColumn(table, column) ? "\"" + std::string(column) + "\"" : std::string("NULL");
}

std::string SqliteDatabase::selectOrNull(std::string_view table, std::initializer_list<const char*> columns) const {
    std::string list;
    for (const char* column : columns)
        list += (list.empty() ? "" : ", ") + columnOrNull(table, column);
    return "SELECT " + list + " FROM " + std::string(table);
}

std::int64_t SqliteDatabase::rowCountHint(const std::string& table) const {
    SqliteRows rows(m_database, "SELECT max(rowid) FROM \"" + table + "\"");
    return rows.next() ? rows.integer(0) : 0;
}

std::string tableProblem(const SqliteRows& rows, std::string_view table) {
    return "The table " + std::string(table) + " could not be read to its end (" + plainText(rows.problem(), 200) +
           ").";
}

} // namespace tachograph
