#include "app/savingturn.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>

namespace tachograph::app {

QString SavingTurn::lockPath(const QString& lockFolder, const QString& file) {
    const QFileInfo info(file);
    const QString whole = info.exists() ? info.canonicalFilePath() : info.absoluteFilePath();
    const QByteArray hash = QCryptographicHash::hash(whole.toUtf8(), QCryptographicHash::Sha256).toHex();
    return QDir(lockFolder).filePath(QStringLiteral("saving-%1.lock").arg(QLatin1String(hash.first(32))));
}

SavingTurn::SavingTurn(const QString& lockFolder, const QString& file) {
    if (lockFolder.isEmpty() || !QDir().mkpath(lockFolder))
        return;
    constexpr int longestMs = 1000;
    m_lock = std::make_unique<QLockFile>(lockPath(lockFolder, file));
    m_lock->setStaleLockTime(0); // only the end of its owner makes it stale, not its age
    m_mine = m_lock->tryLock(longestMs) || m_lock->error() != QLockFile::LockFailedError;
}

} // namespace tachograph::app
