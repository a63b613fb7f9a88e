#pragma once

#include "analysis/core/job.h"

#include <memory>
#include <string>

namespace tachograph {

/// A private copy of a database together with the log beside it, for databases whose newest rows are not in the file
/// itself. SQLite may work on the copy as it likes; the files of the user are only read. Removed when it goes.
class DatabaseCopy {
  public:
    /// nullptr when there is not the space or the right to make one, or the job was canceled; `why` is then a clause.
    static std::unique_ptr<DatabaseCopy> make(const std::string& database, const Job& job, std::string& why);
    ~DatabaseCopy();
    DatabaseCopy(const DatabaseCopy&) = delete;
    DatabaseCopy& operator=(const DatabaseCopy&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }
    /// The files changed while they were copied, three times in a row: the copy may mix two states.
    [[nodiscard]] bool mixed() const { return m_mixed; }

    /// Whether a log with content stands beside the database: a write-ahead log or the journal of a torn transaction.
    static bool hasLog(const std::string& database);

  private:
    explicit DatabaseCopy(std::string folder);

    std::string m_folder, m_path;
    bool m_mixed = false;
};

} // namespace tachograph
