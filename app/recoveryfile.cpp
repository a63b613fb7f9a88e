#include "app/recoveryfile.h"

#include "models/convert.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QUuid>

namespace tachograph::app {

namespace {

QString lockOf(const QString& path) {
    return path + QStringLiteral(".lock");
}

std::unique_ptr<QLockFile> lockFor(const QString& path) {
    auto lock = std::make_unique<QLockFile>(lockOf(path));
    lock->setStaleLockTime(0); // only the end of its owner makes it stale, not its age
    return lock;
}

} // namespace

Result<void> writeWhole(const QString& path, std::string_view bytes) {
    QSaveFile file(path);
    const auto size = static_cast<qint64>(bytes.size());
    // commit() does not see that the last piece in the buffer was not taken: flush() does.
    const bool whole = file.open(QIODevice::WriteOnly) && file.write(bytes.data(), size) == size && file.flush();
    if (!whole)
        file.cancelWriting();
    if (!whole || !file.commit())
        return Error{models::toStd(QStringLiteral("%1 could not be written: %2. What it held before is still there.")
                                       .arg(QFileInfo(path).fileName(), file.errorString()))};
    return {};
}

RecoveryFile::RecoveryFile(const QString& folder) : m_folder(folder) {
    if (folder.isEmpty() || !QDir().mkpath(folder))
        return;
    const QString path =
        QDir(folder).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + QStringLiteral(".tacho"));
    m_lock = lockFor(path);
    if (m_lock->tryLock(0))
        m_path = path;
}

RecoveryFile::~RecoveryFile() {
    remove();
}

Result<void> RecoveryFile::write(std::string_view bytes) {
    if (m_path.isEmpty())
        return Error{models::toStd(QStringLiteral("Nothing can be written to %1. Make that folder writable.")
                                       .arg(m_folder.isEmpty() ? QStringLiteral("a folder of data") : m_folder))};
    return writeWhole(m_path, bytes);
}

void RecoveryFile::remove() {
    if (!m_path.isEmpty())
        QFile::remove(m_path);
}

QStringList RecoveryFile::leftBehind() const {
    QStringList left;
    if (m_folder.isEmpty())
        return left;
    for (const QFileInfo& file :
         QDir(m_folder).entryInfoList({QStringLiteral("*.tacho")}, QDir::Files | QDir::NoSymLinks, QDir::Time)) {
        if (file.absoluteFilePath() == QFileInfo(m_path).absoluteFilePath())
            continue;
        // Once it is mine: its window may have ended meanwhile, as it should.
        if (const auto lock = lockFor(file.absoluteFilePath()); lock->tryLock(0) && QFile::exists(file.filePath()))
            left << file.absoluteFilePath();
    }
    return left;
}

void RecoveryFile::discard(const QString& path) {
    QFile::remove(path);
    // Its lock, and what an interrupted write of it left.
    const QFileInfo file(path);
    for (const QFileInfo& rest : file.dir().entryInfoList({file.fileName() + QStringLiteral(".*")}, QDir::Files))
        QFile::remove(rest.absoluteFilePath());
}

} // namespace tachograph::app
