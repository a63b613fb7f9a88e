#pragma once

#include "analysis/core/result.h"

#include <QLockFile>
#include <QString>
#include <QStringList>

#include <memory>
#include <string_view>

namespace tachograph::app {

/// Writes a whole file or leaves what was there as it was. The error is one sentence that names the file.
Result<void> writeWhole(const QString& path, std::string_view bytes);

/// The file in which this process keeps what is open while it runs. One that lies there without a living owner was left
/// by a process that ended unexpectedly.
class RecoveryFile {
  public:
    explicit RecoveryFile(const QString& folder);
    /// Nothing is left behind after an orderly end.
    ~RecoveryFile();
    RecoveryFile(const RecoveryFile&) = delete;
    RecoveryFile& operator=(const RecoveryFile&) = delete;

    Result<void> write(std::string_view bytes);
    void remove();
    /// Paths of those that were left by others, newest first.
    [[nodiscard]] QStringList leftBehind() const;
    static void discard(const QString& path);

  private:
    QString m_folder, m_path;
    std::unique_ptr<QLockFile> m_lock;
};

} // namespace tachograph::app
