#include "app/picturesession.h"

#include "analysis/review/picturesession.h"
#include "app/bundledcases.h"
#include "models/convert.h"
#include "version.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace tachograph::app {

using models::toQt;
using models::toStd;

namespace {

SavedPath absolutePath(const QString& path) {
    return path.isEmpty() ? SavedPath() : SavedPath{{}, toStd(QDir::cleanPath(QFileInfo(path).absoluteFilePath()))};
}

/// What of the path a stranger may see.
SavedPath withinFolder(const SavedPath& path, const QDir& folder) {
    if (path.empty())
        return {};
    const QString absolute = toQt(path.absolute), below = folder.relativeFilePath(absolute);
    const bool within = !below.startsWith(QLatin1String("..")) && !QDir::isAbsolutePath(below);
    return {toStd(within ? below : QFileInfo(absolute).fileName()), {}};
}

bool isBundled(const QString& name) {
    return std::ranges::any_of(bundledCases(),
                               [&name](const BundledCase& bundled) { return name == QLatin1String(bundled.name); });
}

} // namespace

SavedRun runOfPicture(const Run& run, const RunPlace& place, const RunReview* review, int slot) {
    SavedRun saved;
    saved.name = run.name();
    saved.slot = slot;
    if (place.inMemory) {
        saved.bundled = isBundled(place.path) ? toStd(place.path) : std::string();
    } else {
        saved.path = absolutePath(place.path);
        saved.config = absolutePath(place.configFile);
        for (const QString& part : place.parts)
            saved.parts.push_back(absolutePath(part));
    }
    for (const SourceFile& file : run.sources())
        saved.sha256.emplace_back(file.name, file.sha256);
    if (review)
        saved.review = *review;
    return saved;
}

Result<QByteArray> carrying(const QByteArray& png, SavedSession session, const QString& file) {
    const QDir folder = QFileInfo(file).absoluteDir();
    session.file.clear();
    for (SavedRun& run : session.runs) {
        run.path = withinFolder(run.path, folder);
        run.config = withinFolder(run.config, folder);
        for (SavedPath& part : run.parts)
            part = withinFolder(part, folder);
    }
    const auto text = sessionToJson(session, TACHOGRAPH_VERSION);
    if (!text)
        return text.error();
    auto picture = withSession(png.toStdString(), *text);
    if (!picture)
        return picture.error();
    return QByteArray::fromStdString(*picture);
}

} // namespace tachograph::app
