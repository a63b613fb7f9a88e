#include "tests/support/database.h"

#include <cstdio>
#include <cstdlib>

#include <sqlite3.h>

namespace tachograph::tests {

std::string databaseBytes(std::string_view sql) {
    sqlite3* database = nullptr;
    char* problem = nullptr;
    const std::string all = "PRAGMA page_size=512; BEGIN; " + std::string(sql) + "; COMMIT;";
    if (sqlite3_open_v2(":memory:", &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr) != SQLITE_OK ||
        sqlite3_exec(database, all.c_str(), nullptr, nullptr, &problem) != SQLITE_OK) {
        std::fprintf(stderr, "%s\n", problem ? problem : "no database");
        std::abort();
    }
    sqlite3_int64 size = 0;
    unsigned char* bytes = sqlite3_serialize(database, "main", &size, 0);
    std::string result(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    sqlite3_free(bytes);
    sqlite3_close(database);
    return result;
}

} // namespace tachograph::tests
