#include "app/commandline/output.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace tachograph::app {

Result<void> writeFileAtomically(const std::string& path, std::string_view bytes) {
    const QString name = QFile::decodeName(path.c_str());
    if (QFile::encodeName(name).toStdString() != path)
        return Error{"the name is not valid UTF-8, so it cannot be written. Choose another name."};
    const QFileInfo info(name);
    if (info.exists() && !info.isFile())
        return Error{"it is a folder or a device, not a file. Choose the name of a file."};
    if (!info.dir().exists())
        return Error{"there is no folder of that name to write it to. Make the folder, or choose another."};
    QSaveFile file(name);
    const auto size = static_cast<qint64>(bytes.size());
    if (file.open(QIODevice::WriteOnly) && file.write(bytes.data(), size) == size && file.flush() &&
        file.commit()) // commit() alone does not see that the last piece in the buffer was not taken
        return {};
    return Error{"it could not be written (" + file.errorString().toStdString() +
                 "); what was there is unchanged. Choose a place where you may write and that is not full."};
}

} // namespace tachograph::app
